alter table customers add column name text not null default '' check (length(name) <= 200);

create table customer_addresses (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers on delete cascade,
  address jsonb not null check (jsonb_typeof(address) = 'object' and length(address::text) <= 10000),
  is_default_billing boolean not null default false,
  is_default_shipping boolean not null default false,
  created_at timestamptz not null default now()
);

create index customer_addresses_customer on customer_addresses (customer_id);
create unique index customer_addresses_default_billing on customer_addresses (customer_id) where is_default_billing;
create unique index customer_addresses_default_shipping on customer_addresses (customer_id) where is_default_shipping;

create table account_passwords (
  customer_id bigint primary key references customers on delete cascade,
  -- salt:key of scrypt, both in hexadecimal.
  hash text not null check (length(hash) between 20 and 500),
  changed_at timestamptz not null default now()
);

create table account_sessions (
  id uuid primary key,
  -- SHA-256 of the token in the cookie.
  token_hash bytea not null unique check (length(token_hash) = 32),
  customer_id bigint not null references customers on delete cascade,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  user_agent text not null default '' check (length(user_agent) <= 300)
);

create index account_sessions_customer on account_sessions (customer_id);
create index account_sessions_expires_at on account_sessions (expires_at);

-- Links that are mailed. Using one proves that its e-mail address belongs to who uses it.
create table account_links (
  -- SHA-256 of the token in the link.
  token_hash bytea primary key check (length(token_hash) = 32),
  kind text not null check (kind in ('register', 'sign-in', 'set-password', 'change-email')),
  email text not null check (length(email) between 3 and 320),
  -- Whose address changes to `email`.
  customer_id bigint references customers on delete cascade,
  name text not null default '' check (length(name) <= 200),
  -- The password that was chosen with the registration, and SHA-256 of what only that browser knows.
  password_hash text check (length(password_hash) <= 500),
  browser_hash bytea check (length(browser_hash) = 32),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint account_links_change_of_customer check ((kind = 'change-email') = (customer_id is not null)),
  constraint account_links_registration
    check (num_nonnulls(password_hash, browser_hash) = case kind when 'register' then 2 else 0 end)
);

create index account_links_email on account_links (lower(email));
create index account_links_customer on account_links (customer_id) where customer_id is not null;
create index account_links_expires_at on account_links (expires_at);

create table staff_members (
  customer_id bigint primary key references customers on delete cascade,
  role text not null check (role in ('shop-manager', 'editor', 'support')),
  created_at timestamptz not null default now()
);

-- Guest orders of an address, for its customer.
create index orders_guest_email on orders (lower(email)) where customer_id is null;
