-- Units that are sent again for nothing, refunded or exchanged: each of them once.

-- Whether an order has ended without sending anything: it was cancelled, or its delivery charge was given back before. It never goes on.
create function has_sent_nothing(o orders) returns boolean language sql stable as $$
  select o.status = 'cancelled' or (o.status = 'refunded' and not exists (select from shipments where order_id = o.id))
$$;

-- Units of a line that the shop sends again.
create function count_replaced_units(line order_lines) returns integer language sql stable as $$
  select coalesce((select sum(u.quantity) from replaced_units u join orders o on o.id = u.replacement_id
    where u.line_id = line.id and not has_sent_nothing(o)), 0)::integer
$$;

-- Units of a line whose money was given back, or is about to be.
create function count_refunded_units(line order_lines) returns integer language sql stable as $$
  select coalesce((select sum(l.quantity) from refund_lines l join refunds r on r.id = l.refund_id
    where l.order_line_id = line.id and r.status <> 'failed'), 0)::integer
$$;

-- Units that left the shop, and that were neither replaced nor refunded. Refunded units that never left are those that were cancelled.
create or replace function count_replaceable_units(line order_lines) returns integer language sql stable as $$
  select (coalesce((select sum(quantity) from shipment_lines where line_id = line.id), 0)
    - greatest(count_refunded_units(line) - coalesce((select sum(quantity) from cancelled_units where line_id = line.id), 0), 0)
    - count_replaced_units(line))::integer
$$;

-- The order is locked first, as by everybody who refunds or replaces units of it. So each counts what the other has written.
create or replace function check_replaced_units() returns trigger language plpgsql as $$
begin
  perform from orders where id = new.order_id for update;
  if (select count_replaceable_units(l) from order_lines l where l.id = new.line_id) < 0 then
    raise exception 'more units of line % were replaced than were shipped and not refunded', new.line_id
      using errcode = 'check_violation', constraint = 'replaced_at_most_the_shipped', table = tg_table_name;
  end if;
  return null;
end $$;

create or replace function check_refunded_units() returns trigger language plpgsql as $$
declare
  ordered integer;
begin
  select l.quantity into ordered from refunds r join orders o on o.id = r.order_id join order_lines l on l.order_id = o.id
  where r.id = new.refund_id and l.id = new.order_line_id for update of o;
  if coalesce(ordered, 0) < (
    select count_refunded_units(l) + count_replaced_units(l) from order_lines l where l.id = new.order_line_id
  ) then
    raise exception 'refund %: line % has only % units', new.refund_id, new.order_line_id, coalesce(ordered, 0)
      using errcode = 'check_violation', constraint = 'refunded_at_most_ordered', table = 'refund_lines';
  end if;
  return null;
end $$;

-- A replacement has the units that it replaces: no other order takes its place, and a cancelled one stays so, since others may have replaced them.
create function check_replacement() returns trigger language plpgsql as $$
begin
  if exists (select from replacements where order_id = new.id) then
    raise exception 'order % replaces units of another one, and stays as it is', new.id
      using errcode = 'check_violation', constraint = 'replacements_stay_as_they_are', table = 'orders';
  end if;
  return new;
end $$;

-- What such an order has answered is open again, as of a cancelled one.
create function reopen_replaced_deliveries() returns trigger language plpgsql as $$
begin
  if has_sent_nothing(new) then
    update deliveries set answer = null, replacement_id = null where replacement_id = new.id;
  end if;
  return null;
end $$;

create trigger orders_refunded_reopen_deliveries after update of status on orders
  for each row when (new.status = 'refunded' and old.status <> 'refunded') execute function reopen_replaced_deliveries();

create trigger orders_check_amended_replacement before update of superseded_by on orders for each row
  when (new.superseded_by is not null and new.superseded_by is distinct from old.superseded_by) execute function check_replacement();
create trigger orders_check_reopened_replacement before update of status on orders for each row
  when (old.status = 'cancelled' and new.status <> 'cancelled') execute function check_replacement();

-- Money that is carried over from one order to another one. The first one has a refund that nobody was asked for, and the second one a payment of the
-- same amount: a part of the payment that has received the money, which stays at its provider.
alter table payments
  -- The payment that the provider knows. Null: it is known itself, or there is no provider.
  add column source_id bigint references payments on delete restrict,
  add constraint carried_payment_has_its_amount_once check (source_id is null or (authorized = 0 and captured <= amount and reference is null));

-- The parts of a payment.
create index payments_source on payments (source_id) where source_id is not null;

create trigger payments_keep_source before update of source_id on payments for each row
  when (new.source_id is distinct from old.source_id) execute function enforce_append_only();

alter table payment_transactions
  -- The payment that has this money since.
  add column carried_to_id bigint unique references payments on delete restrict,
  add constraint only_refunds_are_carried check (carried_to_id is null or (kind = 'refund' and status = 'succeeded' and provider_reference is null));

-- What one order gives is what the other one gets, from the same provider: no money appears or is counted twice.
create function check_carried_money() returns trigger language plpgsql as $$
declare
  carried_id constant bigint := case tg_table_name when 'payments' then (to_jsonb(new) ->> 'id')::bigint else (to_jsonb(new) ->> 'carried_to_id')::bigint end;
begin
  if not exists (
    select from payments p join payment_transactions t on t.carried_to_id = p.id join payments f on f.id = t.payment_id
    where p.id = carried_id and p.source_id = coalesce(f.source_id, f.id) and p.captured = t.amount and p.amount = t.amount
      and p.provider = f.provider and p.currency = f.currency and p.order_id <> f.order_id
  ) then
    raise exception 'payment %: its money is not what was carried over', carried_id
      using errcode = 'check_violation', constraint = 'carried_money_is_the_same', table = tg_table_name;
  end if;
  return null;
end $$;

create constraint trigger payments_carried_is_the_same after insert on payments deferrable initially deferred
  for each row when (new.source_id is not null) execute function check_carried_money();
create constraint trigger payment_transactions_carried_is_the_same after insert on payment_transactions deferrable initially deferred
  for each row when (new.carried_to_id is not null) execute function check_carried_money();

-- 'exchange': its money was carried over to the order of what goes out instead.
alter table refunds drop constraint refunds_cause_check;
alter table refunds add constraint refunds_cause_check check (cause in ('staff', 'late-payment', 'exchange'));

-- A refund is named together with its order.
alter table refunds add constraint refunds_of_order unique (order_id, id);
drop index refunds_order;

-- An order of what goes out instead of units of an earlier one.
create table exchanges (
  order_id bigint primary key references orders on delete restrict,
  exchanged_order_id bigint not null,
  -- Of the units that come back.
  refund_id bigint not null unique,
  foreign key (exchanged_order_id, refund_id) references refunds (order_id, id) on delete restrict,
  constraint exchange_is_another_order check (order_id <> exchanged_order_id)
);

create index exchanges_exchanged_order on exchanges (exchanged_order_id, refund_id);

create trigger exchanges_append_only before update or delete or truncate on exchanges
  for each statement execute function enforce_append_only();

-- Units of an exchange that came back.
create table exchange_arrivals (
  id bigint generated always as identity primary key,
  refund_line_id bigint not null references refund_lines on delete restrict,
  quantity integer not null check (quantity > 0),
  -- As many of them as are in stock again; the others can't be sold.
  restocked integer not null check (restocked between 0 and quantity),
  by text not null check (length(by) between 1 and 100),
  by_staff_id bigint references staff_members,
  arrived_at timestamptz not null
);

create index exchange_arrivals_refund_line on exchange_arrivals (refund_line_id);

create trigger exchange_arrivals_append_only before update or delete or truncate on exchange_arrivals
  for each statement execute function enforce_append_only();

-- Each unit comes back once. The order is locked first, so that two clerks count what the other has written.
create function check_exchange_arrivals() returns trigger language plpgsql as $$
declare
  expected integer;
begin
  select l.quantity into expected from refund_lines l join exchanges e on e.refund_id = l.refund_id join orders o on o.id = e.exchanged_order_id
  where l.id = new.refund_line_id for update of o;
  if coalesce(expected, 0) < (select sum(quantity) from exchange_arrivals where refund_line_id = new.refund_line_id) then
    raise exception 'only % units of refund line % are exchanged', coalesce(expected, 0), new.refund_line_id
      using errcode = 'check_violation', constraint = 'arrived_at_most_exchanged', table = 'exchange_arrivals';
  end if;
  return null;
end $$;

create trigger exchange_arrivals_at_most_exchanged after insert on exchange_arrivals
  for each row execute function check_exchange_arrivals();
