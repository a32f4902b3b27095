-- Reverse charge: what a service of the EU said of VAT numbers, and what is kept of it with orders.

-- Answers, and failures to get one. Only added and deleted, so that an order finds the answer that its sums were made with.
create table vat_number_checks (
  id bigint generated always as identity primary key,
  -- With the prefix of its country, without separators.
  number text not null check (number ~ '^[A-Z0-9]{3,30}$'),
  outcome text not null check (outcome in ('valid', 'invalid', 'unavailable')),
  -- Why there is no answer, as a code of the service.
  reason text not null default '' check (char_length(reason) <= 100),
  asked_at timestamptz not null,
  -- It counts until then.
  expires_at timestamptz not null,
  -- By which the service finds the question again. Empty where it gave none.
  consultation text not null default '' check (char_length(consultation) <= 100),
  name text not null default '' check (char_length(name) <= 500),
  address text not null default '' check (char_length(address) <= 1000),
  check (expires_at > asked_at)
);
-- The newest answer about a number, and what the purge deletes.
create index vat_number_checks_number on vat_number_checks (number, id desc);
create index vat_number_checks_expiry on vat_number_checks (expires_at);

-- The evidence for an order with the number of another member state: the owner must keep it as long as the invoice.
create table order_vat_checks (
  order_id bigint primary key references orders (id) on delete cascade,
  number text not null check (number ~ '^[A-Z0-9]{3,30}$'),
  -- `pending`: the service has not answered yet. `unanswered`: it was not asked any more.
  outcome text not null check (outcome in ('valid', 'invalid', 'pending', 'unanswered')),
  asked_at timestamptz,
  consultation text not null default '' check (char_length(consultation) <= 100),
  name text not null default '' check (char_length(name) <= 500),
  address text not null default '' check (char_length(address) <= 1000),
  -- An answer has its time.
  check (outcome in ('pending', 'unanswered') or asked_at is not null)
);

-- An exchange uses the answer of its order again.
create index order_vat_checks_number on order_vat_checks (number) where outcome = 'valid';

alter table orders drop constraint orders_untaxed_reason_check;
alter table orders add constraint orders_untaxed_reason_check check
  (untaxed_reason in ('not-charged', 'exempt', 'zero-rate', 'not-taxable', 'reverse-charge', 'outside-area', 'no-rate'));

-- So that cart, mini cart and calls of scripts have the sums of the checkout.
alter table carts add column vat_number text check (char_length(vat_number) <= 30);
