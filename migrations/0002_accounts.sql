-- Customers and staff, and how they sign in.

-- Whoever can sign in, or could.
create table customers (
  id bigint generated always as identity primary key,
  email text not null check (length(email) between 3 and 320),
  name text not null default '' check (length(name) <= 200),
  locale locale not null,
  -- Why the customer pays no taxes: the certificate or the law that says so. Null: taxes as for everybody.
  tax_exemption text check (length(tax_exemption) between 1 and 500),
  -- When the customer proved that the address is theirs.
  email_verified_at timestamptz,
  created_at timestamptz not null default now(),
  -- When the account was deleted. The row stays for its orders, with nothing about the customer.
  erased_at timestamptz,
  constraint customers_erased_are_empty
    check (erased_at is null or (name = '' and email_verified_at is null and email like 'deleted-%@customer.invalid'))
);

-- One account for each address, in any case.
create unique index customers_email on customers (lower(email));
-- Accounts whose orders are to be erased as well.
create index customers_erased on customers (id) where erased_at is not null;

-- The address book of a customer.
create table customer_addresses (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers on delete cascade,
  address jsonb not null check (jsonb_typeof(address) = 'object' and length(address::text) <= 10000),
  is_default_billing boolean not null default false,
  is_default_shipping boolean not null default false,
  created_at timestamptz not null default now()
);

create index customer_addresses_customer on customer_addresses (customer_id);
-- One default of each kind.
create unique index customer_addresses_default_billing on customer_addresses (customer_id) where is_default_billing;
create unique index customer_addresses_default_shipping on customer_addresses (customer_id) where is_default_shipping;

-- Passwords of customers who have one.
create table account_passwords (
  customer_id bigint primary key references customers on delete cascade,
  -- salt:key of scrypt, both in hexadecimal.
  hash text not null check (length(hash) between 20 and 500),
  changed_at timestamptz not null default now()
);

-- Who is signed in.
create table account_sessions (
  id uuid primary key,
  -- SHA-256 of the token in the cookie.
  token_hash bytea not null unique check (length(token_hash) = 32),
  customer_id bigint not null references customers on delete cascade,
  user_agent text not null default '' check (length(user_agent) <= 300),
  -- Whether the session began with two factors: a code besides password or link, or a passkey.
  has_second_factor boolean not null default false,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);

create index account_sessions_customer on account_sessions (customer_id);
-- A job deletes what has expired, here and in the tables below.
create index account_sessions_expires_at on account_sessions (expires_at);

-- Links that are mailed. Using one proves that its e-mail address belongs to who uses it.
create table account_links (
  -- SHA-256 of the token in the link.
  token_hash bytea primary key check (length(token_hash) = 32),
  -- Whose address changes to `email`.
  customer_id bigint references customers on delete cascade,
  kind text not null check (kind in ('register', 'create-account', 'sign-in', 'set-password', 'change-email')),
  email text not null check (length(email) between 3 and 320),
  name text not null default '' check (length(name) <= 200),
  -- The password that was chosen with the registration, and SHA-256 of what only that browser knows.
  password_hash text check (length(password_hash) <= 500),
  browser_hash bytea check (length(browser_hash) = 32),
  -- The page that a mailed link leads to after the sign-in; null for the account.
  return_to text check (length(return_to) <= 2000),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint account_links_change_of_customer check ((kind = 'change-email') = (customer_id is not null)),
  constraint account_links_registration
    check (num_nonnulls(password_hash, browser_hash) = case kind when 'register' then 2 else 0 end)
);

-- Links of an address, for limits.
create index account_links_email on account_links (lower(email));
create index account_links_customer on account_links (customer_id) where customer_id is not null;
create index account_links_expires_at on account_links (expires_at);

-- Sign-ins that have passed the first step, and wait for the second. No session: they open nothing.
create table pending_sign_ins (
  -- SHA-256 of the token in the cookie.
  token_hash bytea primary key check (length(token_hash) = 32),
  customer_id bigint not null references customers on delete cascade,
  return_to text not null check (length(return_to) <= 2000),
  -- Code of the notice that the page after the sign-in shows.
  notice text check (length(notice) between 1 and 50),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

create index pending_sign_ins_customer on pending_sign_ins (customer_id);
create index pending_sign_ins_expires_at on pending_sign_ins (expires_at);

-- Secrets of authenticator apps.
create table totp_secrets (
  customer_id bigint primary key references customers on delete cascade,
  -- Encrypted with the shop's secret, bound to the customer.
  secret text not null check (length(secret) between 40 and 500),
  -- The last period of 30 seconds since 1970 whose code was used: no code works twice.
  last_step bigint not null default 0 check (last_step >= 0),
  created_at timestamptz not null default now(),
  -- Null until a code has proved that the customer's app has the secret: it asks for nothing before.
  confirmed_at timestamptz
);

-- Codes that replace an app that was lost, each once.
create table recovery_codes (
  customer_id bigint not null references totp_secrets on delete cascade,
  -- SHA-256 of the customer's id and the code, which has 80 random bits.
  code_hash bytea not null check (length(code_hash) = 32),
  used_at timestamptz,
  primary key (customer_id, code_hash)
);

-- Credentials of WebAuthn, with which customers sign in instead of a password.
create table passkeys (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers on delete cascade,
  credential_id bytea not null unique check (length(credential_id) between 1 and 1023),
  -- COSE key.
  public_key bytea not null check (length(public_key) between 1 and 2000),
  -- What the authenticator has for the customer: random, and the same for all passkeys of one customer.
  user_handle bytea not null check (length(user_handle) = 32),
  -- How often the authenticator says that it was used; 0 where it does not count.
  counter bigint not null default 0 check (counter >= 0),
  transports text[] not null default '{}' check (cardinality(transports) <= 10),
  name text not null check (length(name) between 1 and 100),
  created_at timestamptz not null default now(),
  used_at timestamptz
);

create index passkeys_customer on passkeys (customer_id);

-- Challenges that were answered: none is answered twice. Those that nobody answers have no row.
create table used_passkey_challenges (
  -- SHA-256 of the challenge.
  challenge_hash bytea primary key check (length(challenge_hash) = 32),
  expires_at timestamptz not null
);

create index used_passkey_challenges_expires_at on used_passkey_challenges (expires_at);

-- Roles of staff and what each allows. Commands and the back office change them.
create table staff_roles (
  name text primary key check (name ~ '^[a-z][a-z-]{0,49}$'),
  -- Everything, also what features that are added later declare.
  allows_all boolean not null default false
);

create table staff_role_permissions (
  role text not null references staff_roles on update cascade on delete cascade,
  -- As a feature declares it. One that no feature of the shop declares allows nothing.
  permission text not null check (permission ~ '^[a-z][a-z-]*\.[a-z][a-z-]*$'),
  -- The most that it may move, in minor units of the shop's currency. Null: no limit.
  max_amount bigint check (max_amount > 0),
  primary key (role, permission)
);

insert into staff_roles (name, allows_all)
values ('owner', true), ('manager', false), ('clerk', false), ('support', false), ('accountant', false);

insert into staff_role_permissions (role, permission, max_amount)
select role, unnest(string_to_array(permissions, ' ')), null from (values
  ('manager', 'admin.open orders.write orders.refund payments.write documents.write withdrawals.write downloads.write products.write '
    'stock.write promotions.write shipping.write taxes.write customers.write customers.export customers.erase messages.write forms.write '
    'uploads.write wishlists.write attribution.read search.write settings.write mails.write jobs.write staff.read'),
  ('clerk', 'admin.open orders.write payments.read documents.write withdrawals.write downloads.write products.write stock.write '
    'promotions.read shipping.read customers.read messages.read uploads.read wishlists.read mails.read'),
  ('support', 'admin.open orders.write payments.read documents.read withdrawals.write downloads.write products.read stock.read '
    'promotions.read shipping.read customers.read messages.write uploads.read wishlists.write mails.write'),
  ('accountant', 'admin.open orders.read payments.read documents.write withdrawals.read products.read promotions.read taxes.read '
    'customers.read attribution.read')
) as defaults (role, permissions);

insert into staff_role_permissions (role, permission, max_amount) values ('clerk', 'orders.refund', 10000);

-- Customers who work for the shop, or have.
create table staff_members (
  id bigint generated always as identity primary key,
  -- Null when somebody who has left has deleted their account: the histories still name them.
  customer_id bigint unique references customers on delete set null,
  role text not null references staff_roles on update cascade,
  created_at timestamptz not null default now(),
  -- Who has left keeps the row: the histories refer to it.
  left_at timestamptz,
  constraint staff_members_without_account_have_left check (customer_id is not null or left_at is not null)
);

-- Members with a role, and for the foreign key.
create index staff_members_role on staff_members (role);

-- The settings, which come before accounts, say who changed them.
alter table platform.settings add foreign key (by_staff_id) references staff_members;
alter table platform.setting_changes add foreign key (by_staff_id) references staff_members;

-- Which optional mails a customer wants. Without a row: none.
create table email_preferences (
  customer_id bigint not null references customers on delete cascade,
  kind text not null check (kind ~ '^[a-z0-9-]{1,60}$'),
  locale locale not null,
  is_wanted boolean not null,
  changed_at timestamptz not null,
  primary key (customer_id, kind)
);

-- Accounts that are deleted after some days, in which their customers can change their mind.
create table account_deletions (
  customer_id bigint primary key references customers on delete cascade,
  asked_at timestamptz not null,
  due_at timestamptz not null,
  constraint account_deletions_due_later check (due_at >= asked_at)
);

-- The job that deletes accounts reads those that are due.
create index account_deletions_due_at on account_deletions (due_at);
