-- Credentials of WebAuthn, with which customers sign in instead of a password.
create table passkeys (
  id bigint primary key generated always as identity,
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

-- Accounts that are deleted after some days in which their customers can change their mind.
create table account_deletions (
  customer_id bigint primary key references customers on delete cascade,
  asked_at timestamptz not null,
  due_at timestamptz not null,
  constraint account_deletions_due_later check (due_at >= asked_at)
);

create index account_deletions_due_at on account_deletions (due_at);

-- When the account was deleted. The row stays for its orders, with nothing about the customer.
alter table customers
  add column erased_at timestamptz,
  add constraint customers_erased_are_empty
    check (erased_at is null or (name = '' and email_verified_at is null and email like 'deleted-%@customer.invalid'));

create index customers_erased on customers (id) where erased_at is not null;

-- When what the shopper has told was removed. Amounts, products and the country stay, for the books.
alter table orders
  add column erased_at timestamptz,
  add constraint orders_erased_are_empty
    check (erased_at is null or (email = 'deleted@customer.invalid' and phone = '' and note = '' and meta = '{}'));
