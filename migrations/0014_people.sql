-- People: roles that need two factors, invitations, and forms that wait for a fresh sign-in.

-- Whether people with the role open the back office only after a sign-in with two factors.
alter table staff_roles add column needs_second_factor boolean not null default false;

-- It was a setting with names of roles. Its row goes where the shop had changed it.
update staff_roles set needs_second_factor = true
where name in (
  select jsonb_array_elements_text(value) from platform.settings
  where key = 'accounts.twoFactorRoles' and jsonb_typeof(value) = 'array'
);
delete from platform.settings where key = 'accounts.twoFactorRoles';

-- A form of the back office that was sent when the sign-in was too old for it. Who sent it sends it
-- again by a button, after signing in.
create table kept_forms (
  id uuid primary key,
  customer_id bigint not null references customers on delete cascade,
  -- Where the form goes.
  path text not null check (path like '/admin/%' and length(path) <= 2000),
  -- Its fields as JSON, encrypted with the shop's secret: some forms have secrets.
  fields text not null check (length(fields) <= 400000),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

create index kept_forms_customer on kept_forms (customer_id, created_at desc, id);
create index kept_forms_expires_at on kept_forms (expires_at);

-- People who were asked to become staff. The row goes when the invitation is accepted or taken back.
create table staff_invitations (
  id bigint generated always as identity primary key,
  email text not null check (length(email) between 3 and 320),
  role text not null references staff_roles on update cascade,
  -- SHA-256 of the token in the link. Sending the invitation again makes another.
  token_hash bytea not null unique check (length(token_hash) = 32),
  -- Who invites, as the mail says it.
  invited_by text not null check (length(invited_by) between 1 and 200),
  by_staff_id bigint references staff_members,
  sent_at timestamptz not null,
  expires_at timestamptz not null
);

-- One for each address.
create unique index staff_invitations_email on staff_invitations (lower(email));
-- For the foreign keys, and roles that are in use.
create index staff_invitations_role on staff_invitations (role);
create index staff_invitations_by_staff on staff_invitations (by_staff_id) where by_staff_id is not null;
create index staff_invitations_expires_at on staff_invitations (expires_at);
