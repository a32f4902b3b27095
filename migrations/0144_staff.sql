-- Roles of staff and what each allows. Commands and the back office change them.
drop table staff_members;

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

create table staff_members (
  id bigint generated always as identity primary key,
  -- Null when somebody who has left has deleted their account: the histories still name them.
  customer_id bigint unique references customers on delete set null,
  role text not null references staff_roles on update cascade,
  created_at timestamptz not null default now(),
  -- Who has left keeps the row: the histories refer to it.
  left_at timestamptz,
  check (customer_id is not null or left_at is not null)
);

create index staff_members_role on staff_members (role);
