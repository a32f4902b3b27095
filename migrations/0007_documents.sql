-- Invoices, credit notes and withdrawals.

-- One row for each series of numbers. Its lock is the last in the lock order: … → coupons → document series.
create table document_series (
  series text primary key check (series ~ '^[A-Za-z0-9-]{0,39}[A-Za-z-]$'),
  last_number bigint not null check (last_number >= 0)
);

create trigger document_series_stay before delete or truncate on document_series
  for each statement execute function enforce_append_only();

-- A number is taken by its document alone, in the same transaction.
create function take_next_number() returns trigger language plpgsql as $$
begin
  if new.series <> old.series or new.last_number <> old.last_number + 1 then
    raise exception 'series %: numbers follow each other', old.series using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create trigger document_series_take_next before update on document_series for each row execute function take_next_number();

-- No number is taken without a document: there are no gaps.
create function check_number_is_used() returns trigger language plpgsql as $$
begin
  if not exists (select from documents where series = new.series and number = new.last_number) then
    raise exception 'series %: number % has no document', new.series, new.last_number
      using errcode = 'check_violation', constraint = 'document_numbers_have_no_gaps', table = tg_table_name;
  end if;
  return null;
end $$;

create constraint trigger document_numbers_have_no_gaps after update on document_series
  deferrable initially deferred for each row execute function check_number_is_used();

-- Invoices and credit notes: numbered without gaps, and never changed or deleted.
create table documents (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders on delete restrict,
  refund_id bigint references refunds on delete restrict,
  -- A credit note cancels the invoice of an order that was cancelled before it was paid. When such an order is paid after all,
  -- another invoice takes the place of the cancelled one. Both name that invoice.
  cancelled_invoice_id bigint references documents on delete restrict,
  kind text not null check (kind in ('invoice', 'credit-note')),
  series text not null references document_series on delete restrict,
  number bigint not null check (number > 0),
  -- The number as it is printed: the series and the number with leading zeros.
  label text not null unique,
  locale locale not null,
  currency char(3) not null check (currency ~ '^[A-Z]{3}$'),
  -- As in the snapshot. Positive for credit notes too.
  total minor_units not null,
  -- Everything that the document shows, as it was when it was issued.
  snapshot jsonb not null check (jsonb_typeof(snapshot) = 'object'),
  by text not null check (length(by) between 1 and 100),
  by_staff_id bigint references staff_members,
  issued_at timestamptz not null,
  unique (series, number),
  constraint credit_notes_name_what_they_credit
    check (case kind when 'invoice' then refund_id is null else num_nonnulls(refund_id, cancelled_invoice_id) = 1 end),
  constraint documents_label_begins_with_series check (length(label) <= 60 and starts_with(label, series))
);

create index documents_refund on documents (refund_id) where refund_id is not null;
create index documents_newest on documents (issued_at desc, id desc);
-- An order has one invoice, and one credit note for each refund and each invoice that is cancelled.
create unique index documents_one_per_cause on documents (order_id, kind, refund_id, cancelled_invoice_id) nulls not distinct;
create index documents_cancelled_invoice on documents (cancelled_invoice_id) where cancelled_invoice_id is not null;

create trigger documents_append_only before update or delete or truncate on documents
  for each statement execute function enforce_append_only();

create function check_number_is_next() returns trigger language plpgsql as $$
begin
  if new.number <> (select last_number from document_series where series = new.series) then
    raise exception 'series %: % is not the number that was taken', new.series, new.number
      using errcode = 'check_violation', constraint = 'document_numbers_have_no_gaps', table = tg_table_name;
  end if;
  return null;
end $$;

create constraint trigger documents_take_the_next_number after insert on documents
  for each row execute function check_number_is_next();

-- Declarations of withdrawal from a contract (Directive 2011/83/EU, article 11a), as they were made.
create table withdrawals (
  id bigint generated always as identity primary key,
  -- Sent with the form: the same key again is the same declaration.
  request_key uuid not null unique,
  -- Null when number and e-mail address match no order.
  order_id bigint references orders on delete restrict,
  order_number text not null check (length(order_number) between 1 and 30),
  email text not null check (length(email) between 3 and 320),
  name text not null check (length(name) between 1 and 200),
  scope text not null check (scope in ('whole', 'part')),
  -- What the shopper wrote about the items, for 'part'.
  items text not null default '' check (length(items) <= 2000),
  reason text not null default '' check (length(reason) <= 2000),
  declared_at timestamptz not null,
  -- End of the period as it was known then; null before the shipment.
  period_ends_at timestamptz,
  constraint part_names_its_items check (scope = 'whole' or items <> '')
);

create index withdrawals_newest on withdrawals (declared_at desc, id desc);
create index withdrawals_order on withdrawals (order_id) where order_id is not null;

create trigger withdrawals_append_only before update or delete or truncate on withdrawals
  for each statement execute function enforce_append_only();

-- How the shop dealt with them.
create table withdrawal_closings (
  withdrawal_id bigint primary key references withdrawals on delete restrict,
  note text not null check (length(note) <= 2000),
  by text not null check (length(by) between 1 and 100),
  by_staff_id bigint references staff_members,
  closed_at timestamptz not null
);

create trigger withdrawal_closings_append_only before update or delete or truncate on withdrawal_closings
  for each statement execute function enforce_append_only();
