-- Solutions of bot checks that were used: each passes once, whatever process checks it.
create table bot_check_uses (
  -- Of the challenge, which the shop has signed.
  nonce text primary key check (length(nonce) between 16 and 100),
  -- Request key of the form that used it: the same form again, after a lost reply, passes again.
  form_key text not null default '' check (length(form_key) <= 100),
  expires_at timestamptz not null
);
create index bot_check_uses_expires_at on bot_check_uses (expires_at);

-- Where a payment was started, as a keyed hash: many that fail from one network are a test of stolen cards.
alter table payments add column network_hash text check (length(network_hash) <= 100);
create index payments_failed_by_network on payments (network_hash, created_at) where status = 'failed';
