-- Whether the session began with two factors: a code besides password or link, or a passkey.
alter table account_sessions add column has_second_factor boolean not null default false;

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

create table totp_secrets (
  customer_id bigint primary key references customers on delete cascade,
  -- Encrypted with the shop's secret, bound to the customer.
  secret text not null check (length(secret) between 40 and 500),
  created_at timestamptz not null default now(),
  -- Null until a code has proved that the customer's app has the secret: it asks for nothing before.
  confirmed_at timestamptz,
  -- The last 30 seconds since 1970 whose code was used: no code works twice.
  last_step bigint not null default 0 check (last_step >= 0)
);

create table recovery_codes (
  customer_id bigint not null references totp_secrets on delete cascade,
  -- SHA-256 of the customer's id and the code, which has 80 random bits.
  code_hash bytea not null check (length(code_hash) = 32),
  used_at timestamptz,
  primary key (customer_id, code_hash)
);
