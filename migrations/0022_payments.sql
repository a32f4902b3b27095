-- The payments ledger: payments, their transactions, refunds and events of providers. Money rows are never deleted.

-- Earlier payments are written again below. Nothing referred to them.
create temporary table earlier_payments on commit drop as select * from payments;
alter table refunds drop column payment_id;
drop table payments;

drop trigger refunds_add_up on refunds;
drop function add_refund();
drop trigger refunds_append_only on refunds;

-- Captured and refunded money of the order's payments. Triggers keep both, so earlier refunds are added again below.
alter table orders add column captured_total minor_units not null default 0;
alter table orders drop constraint refunded_at_most_the_total;
update orders set refunded_total = 0 where refunded_total <> 0;
alter table orders add constraint refunded_at_most_captured check (refunded_total <= captured_total);

-- Money that came after the order had ended.
create index orders_late_money on orders (id) where status = 'cancelled' and captured_total > refunded_total;

create table payments (
  id bigint generated always as identity primary key,
  -- Known to the provider and in addresses; a payment is not guessed from it.
  public_id uuid not null unique default gen_random_uuid(),
  -- The checkout attempt that holds the payment until there is an order.
  attempt_id bigint references checkout_attempts on delete restrict,
  order_id bigint references orders on delete restrict,
  provider text not null check (provider ~ '^[a-z0-9_-]{1,50}$'),
  -- The provider's own id of the payment.
  reference text check (length(reference) between 1 and 200),
  amount minor_units not null,
  currency char(3) not null check (currency ~ '^[A-Z]{3}$'),
  -- Sums of the succeeded transactions. A trigger keeps them.
  authorized minor_units not null default 0,
  captured minor_units not null default 0,
  refunded minor_units not null default 0,
  voided minor_units not null default 0,
  authorized_until timestamptz,
  -- 'open': money can move or has moved; what has happened is in the sums.
  status text not null check (status in ('created', 'requires_action', 'pending', 'open', 'failed', 'cancelled', 'expired')),
  -- What the shopper has to do next, as the provider said: { kind: 'redirect', url } or { kind: 'client', data }.
  next_action jsonb check (jsonb_typeof(next_action) = 'object'),
  -- When the provider's state was last read.
  settled_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider, reference),
  constraint payment_has_an_owner check (num_nonnulls(attempt_id, order_id) >= 1),
  constraint captured_at_most_authorized check (authorized = 0 or captured + voided <= authorized),
  constraint refunded_at_most_captured check (refunded <= captured),
  constraint captured_has_an_order check (captured = 0 or order_id is not null)
);

create index payments_order on payments (order_id) where order_id is not null;
create index payments_attempt on payments (attempt_id) where attempt_id is not null;
-- Money that a provider may give back, or have to.
create index payments_captured on payments (created_at) where captured > refunded;
create index payments_unsettled on payments (settled_at) where status in ('created', 'requires_action', 'pending')
  or (status = 'open' and captured + voided < authorized);

alter table refunds
  drop constraint refunds_order_id_fkey,
  add constraint refunds_order_id_fkey foreign key (order_id) references orders on delete restrict,
  -- 'requested' reserves the money until the payments have answered.
  add column status text not null default 'succeeded' check (status in ('requested', 'succeeded', 'failed')),
  -- 'late-payment': the order had ended, or was paid already, when the money came.
  add column cause text not null default 'staff' check (cause in ('staff', 'late-payment')),
  add column by text not null default 'shop' check (length(by) between 1 and 100),
  add column finished_at timestamptz,
  add constraint finished_says_when check ((status = 'requested') = (finished_at is null)) not valid;
update refunds set finished_at = created_at;
alter table refunds validate constraint finished_says_when;
alter table refunds alter column status drop default, alter column cause drop default, alter column by drop default;

-- What a refund is for. A refund of an amount has none.
create table refund_lines (
  id bigint generated always as identity primary key,
  refund_id bigint not null references refunds on delete restrict,
  kind text not null check (kind in ('item', 'shipping', 'fee')),
  order_line_id bigint references order_lines on delete restrict,
  quantity integer check (quantity > 0),
  net minor_units not null,
  tax minor_units not null,
  gross minor_units not null,
  restocked boolean not null default false,
  constraint item_names_its_line check ((kind = 'item') = (order_line_id is not null) and (kind = 'item') = (quantity is not null)),
  constraint refund_line_net_plus_tax_is_gross check (net + tax = gross),
  constraint only_items_are_restocked check (kind = 'item' or not restocked)
);

create index refund_lines_refund on refund_lines (refund_id);
create index refund_lines_order_line on refund_lines (order_line_id) where order_line_id is not null;

create table payment_transactions (
  id bigint generated always as identity primary key,
  payment_id bigint not null references payments on delete restrict,
  refund_id bigint references refunds on delete restrict,
  kind text not null check (kind in ('authorize', 'capture', 'void', 'refund', 'dispute')),
  status text not null check (status in ('requested', 'succeeded', 'failed')),
  amount minor_units not null,
  -- The provider's own id of the transaction.
  provider_reference text check (length(provider_reference) between 1 and 200),
  -- Goes with every call for this transaction, so that a call made again is the same call.
  request_key text not null unique check (length(request_key) between 8 and 100),
  -- Why it failed, as the provider said.
  failure text not null default '' check (length(failure) <= 500),
  by text not null check (length(by) between 1 and 100),
  requested_at timestamptz not null,
  finished_at timestamptz,
  unique (payment_id, kind, provider_reference),
  constraint finished_says_when check ((status = 'requested') = (finished_at is null)),
  constraint only_refunds_name_one check (refund_id is null or kind = 'refund')
);

create index payment_transactions_requested on payment_transactions (requested_at) where status = 'requested';
create index payment_transactions_refund on payment_transactions (refund_id) where refund_id is not null;

-- What providers report. The payment is unknown while its reference is: such an event is tried again.
create table provider_events (
  id bigint generated always as identity primary key,
  provider text not null check (provider ~ '^[a-z0-9_-]{1,50}$'),
  event_id text not null check (length(event_id) between 1 and 200),
  -- The payment, as the event names it: our public id, or the provider's reference.
  public_id uuid,
  reference text check (length(reference) between 1 and 200),
  payment_id bigint references payments on delete restrict,
  received_at timestamptz not null,
  settled_at timestamptz,
  unique (provider, event_id)
);

create index provider_events_waiting on provider_events (id) where settled_at is null;

-- The sums change with a transaction only.
create function protect_payment_sums() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() > 1 then
    return new;
  end if;
  if tg_op = 'INSERT' and (new.authorized, new.captured, new.refunded, new.voided) is distinct from (0, 0, 0, 0)
    or tg_op = 'UPDATE' and (new.authorized, new.captured, new.refunded, new.voided)
      is distinct from (old.authorized, old.captured, old.refunded, old.voided) then
    raise exception 'the sums of a payment are those of its transactions' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create trigger payments_protect_sums before insert or update on payments for each row execute function protect_payment_sums();

create function add_payment_transaction() returns trigger language plpgsql as $$
begin
  update payments set
    authorized = authorized + case new.kind when 'authorize' then new.amount else 0 end,
    captured = captured + case new.kind when 'capture' then new.amount else 0 end,
    refunded = refunded + case new.kind when 'refund' then new.amount else 0 end,
    voided = voided + case new.kind when 'void' then new.amount else 0 end,
    updated_at = new.finished_at
  where id = new.payment_id;
  return null;
end $$;

create trigger payment_transactions_add_up after insert or update on payment_transactions for each row
  when (new.status = 'succeeded') execute function add_payment_transaction();

-- Lock order: the caller has locked the order before the payment.
create function add_order_payments() returns trigger language plpgsql as $$
begin
  update orders set captured_total = captured_total + new.captured - old.captured,
    refunded_total = refunded_total + new.refunded - old.refunded
  where id = new.order_id;
  return null;
end $$;

create trigger payments_add_up after update on payments for each row
  when ((new.captured, new.refunded) is distinct from (old.captured, old.refunded)) execute function add_order_payments();

-- A row changes once: from requested to succeeded or failed. The arguments are the columns that may change then.
create function finish_once() returns trigger language plpgsql as $$
declare
  changeable constant text[] := tg_argv;
begin
  if old.status <> 'requested' or new.status = 'requested' or to_jsonb(new) - changeable is distinct from to_jsonb(old) - changeable then
    raise exception '%: a row is finished once, and stays', tg_table_name using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create trigger payment_transactions_finish_once before update on payment_transactions
  for each row execute function finish_once('status', 'finished_at', 'failure', 'provider_reference', 'amount');
create trigger refunds_finish_once before update on refunds for each row execute function finish_once('status', 'finished_at');

create trigger payments_stay before delete or truncate on payments for each statement execute function enforce_append_only();
create trigger payment_transactions_stay before delete or truncate on payment_transactions for each statement execute function enforce_append_only();
create trigger refunds_stay before delete or truncate on refunds for each statement execute function enforce_append_only();
create trigger refund_lines_stay before update or delete or truncate on refund_lines for each statement execute function enforce_append_only();

update orders set payment_method = 'free' where payment_method = 'none';

-- Each order that was not cancelled without one has one payment of its total; a captured one is preferred. Others of the order have ended.
with chosen as (
  select o.id as order_id, e.id as earlier_id
  from orders o left join lateral (
    select id from earlier_payments e where e.order_id = o.id order by (state = 'captured') desc, id desc limit 1
  ) e on true
  where o.status <> 'cancelled' or e.id is not null
)
insert into payments (public_id, order_id, provider, reference, amount, currency, status, created_at, updated_at)
select coalesce(e.request_id, gen_random_uuid()), o.id, coalesce(e.method, o.payment_method), e.provider_reference, o.total, o.currency,
  case when o.paid_at is not null then 'open' when o.status = 'cancelled' then 'cancelled' when e.state = 'failed' then 'failed' else 'open' end,
  coalesce(e.created_at, o.created_at), coalesce(e.updated_at, o.created_at)
from chosen c join orders o on o.id = c.order_id left join earlier_payments e on e.id = c.earlier_id
union all
select e.request_id, e.order_id, e.method, e.provider_reference, e.amount, e.currency,
  case e.state when 'failed' then 'failed' else 'cancelled' end, e.created_at, e.updated_at
from earlier_payments e where not exists (select from chosen c where c.earlier_id = e.id)
order by 8, 2;

insert into payment_transactions (payment_id, kind, status, amount, request_key, by, requested_at, finished_at)
select p.id, 'capture', 'succeeded', o.total, gen_random_uuid()::text, 'migration', o.paid_at, o.paid_at
from orders o join payments p on p.order_id = o.id and p.status = 'open' where o.paid_at is not null order by p.id;

insert into payment_transactions (payment_id, refund_id, kind, status, amount, request_key, by, requested_at, finished_at)
select p.id, r.id, 'refund', 'succeeded', r.amount, gen_random_uuid()::text, 'migration', r.created_at, r.created_at
from refunds r join orders o on o.id = r.order_id and o.paid_at is not null join payments p on p.order_id = o.id and p.status = 'open' order by r.id;
