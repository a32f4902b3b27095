-- What came back is counted once, and failed refunds end.

-- What refunds have given back of the order's own parts. It is not to be paid again while the rest of its price is still open.
alter table orders add column credited_total minor_units not null default 0;

create function add_credited_money() returns trigger language plpgsql as $$
begin
  update orders set credited_total = credited_total
    + (select coalesce(sum(gross), 0) from refund_lines where refund_id = new.id and kind <> 'unallocated')
  where id = new.order_id;
  return null;
end $$;

update orders o set credited_total = credited.total from (
  select r.order_id, sum(l.gross) as total from refunds r join refund_lines l on l.refund_id = r.id
  where r.status = 'succeeded' and l.kind <> 'unallocated' group by 1
) credited where o.id = credited.order_id;

-- The lines of a succeeded refund change no more.
create trigger refunds_succeeded_credit_order after update of status on refunds
  for each row when (new.status = 'succeeded' and old.status <> 'succeeded') execute function add_credited_money();

-- Units of orders that came back to the shop and can be sold again, with or without counted stock. A parcel or a refund has told so.
create table returned_units (
  id bigint generated always as identity primary key,
  order_id bigint not null,
  line_id bigint not null,
  quantity integer not null check (quantity > 0),
  delivery_id bigint references deliveries on delete restrict,
  refund_id bigint references refunds on delete restrict,
  returned_at timestamptz not null,
  foreign key (order_id, line_id) references order_lines (order_id, id),
  constraint returned_by_parcel_or_refund check (num_nonnulls(delivery_id, refund_id) = 1)
);

create index returned_units_line on returned_units (line_id);
create index returned_units_delivery on returned_units (delivery_id) where delivery_id is not null;
create index returned_units_refund on returned_units (refund_id) where refund_id is not null;

-- What was told before this table was there. A parcel did not say which lines: the first ones of its shipment are taken.
insert into returned_units (order_id, line_id, quantity, delivery_id, refund_id, returned_at)
select l.order_id, l.id, least(back.quantity, l.quantity - back.before), back.delivery_id, back.refund_id, back.at
from (
  select told.*, coalesce(sum(quantity) over (partition by line_id order by at, delivery_id, refund_id rows between unbounded preceding and 1 preceding), 0) as before
  from (
    select sl.line_id, least(sl.quantity, d.restocked - coalesce(sum(sl.quantity) over (partition by d.id order by sl.line_id
      rows between unbounded preceding and 1 preceding), 0))::integer as quantity, d.id as delivery_id, null::bigint as refund_id, d.recorded_at as at
    from deliveries d join shipment_lines sl on sl.shipment_id = d.shipment_id where d.restocked > 0
    union all
    select rl.order_line_id, rl.quantity, null, rl.refund_id, r.created_at from refund_lines rl join refunds r on r.id = rl.refund_id where rl.restocked
  ) told where told.quantity > 0
) back join order_lines l on l.id = back.line_id where back.before < l.quantity;

create trigger returned_units_append_only before update or delete or truncate on returned_units
  for each statement execute function enforce_append_only();

-- No unit comes back twice, whoever tells it: not of a line, and not of the shipment of a parcel. Whoever returns units has locked
-- the row of their order.
create function check_returned_units() returns trigger language plpgsql as $$
declare
  wrong text;
begin
  select case
    when l.quantity < (select sum(quantity) from returned_units where line_id = l.id) then 'returned_at_most_ordered'
    when d.id is not null and (d.order_id <> new.order_id or d.state <> 'returned') then 'only_returned_is_restocked'
    when d.id is not null and coalesce((select quantity from shipment_lines where shipment_id = d.shipment_id and line_id = l.id), 0) < (
      select sum(u.quantity) from returned_units u join deliveries other on other.id = u.delivery_id
      where u.line_id = l.id and other.shipment_id = d.shipment_id
    ) then 'returned_at_most_the_shipped'
  end into wrong
  from order_lines l left join deliveries d on d.id = new.delivery_id where l.id = new.line_id;
  if wrong is not null then
    raise exception 'more units of line % came back than there were', new.line_id
      using errcode = 'check_violation', constraint = wrong, table = 'returned_units';
  end if;
  return null;
end $$;

create trigger returned_units_once after insert on returned_units for each row execute function check_returned_units();

-- The units say it.
alter table deliveries drop column restocked;
alter table refund_lines drop column restocked;

-- Whether all units of a shipment were refunded. Units that were not shipped are refunded first, and what answers another delivery answers no second one.
create function is_shipment_refunded(asked bigint) returns boolean language sql stable as $$
  select not exists (
    select from shipment_lines sl join order_lines l on l.id = sl.line_id
    where sl.shipment_id = asked and sl.quantity + (
      select coalesce(sum(other.quantity), 0) from shipment_lines other where other.line_id = l.id and other.shipment_id <> asked
        and exists (select from deliveries d where d.shipment_id = other.shipment_id and d.answer = 'refunded')
    ) + l.quantity - (select sum(quantity) from shipment_lines where line_id = l.id) > (
      select coalesce(sum(rl.quantity), 0) from refund_lines rl join refunds r on r.id = rl.refund_id
      where rl.order_line_id = l.id and r.status <> 'failed'
    )
  )
$$;

create or replace function answer_refunded_deliveries() returns trigger language plpgsql as $$
begin
  update deliveries d set answer = 'refunded', refund_id = new.refund_id from shipment_lines s
  where s.line_id = new.order_line_id and d.shipment_id = s.shipment_id and d.state <> 'delivered' and d.answer is null
    and is_shipment_refunded(d.shipment_id);
  return null;
end $$;

-- A failed refund may have been a part of what answered them.
create or replace function reopen_deliveries() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'refunds' then
    update deliveries set answer = null, refund_id = null
    where order_id = new.order_id and answer = 'refunded' and not is_shipment_refunded(shipment_id);
  else
    update deliveries set answer = null, replacement_id = null where replacement_id = new.id;
  end if;
  return null;
end $$;

-- A failed refund that nobody does again: somebody has said why. Its money and units were free since it failed.
create table ended_refunds (
  refund_id bigint primary key references refunds on delete restrict,
  reason text not null check (length(reason) between 1 and 2000),
  by text not null check (length(by) between 1 and 100),
  by_staff_id bigint references staff_members,
  ended_at timestamptz not null
);

create trigger ended_refunds_append_only before update or delete or truncate on ended_refunds
  for each statement execute function enforce_append_only();

-- Only a failed refund is done again or ended, and once. Both lock its row, so that one of two waits for the other.
create function check_failed_refund() returns trigger language plpgsql as $$
declare
  failed_id bigint;
begin
  if tg_table_name = 'refunds' then failed_id := new.follows_id; else failed_id := new.refund_id; end if;
  if (select status from refunds where id = failed_id for update) is distinct from 'failed'
    or (select count(*) from refunds where follows_id = failed_id) + (select count(*) from ended_refunds where refund_id = failed_id) > 1 then
    raise exception 'refund % has not failed, or was done again or ended', failed_id
      using errcode = 'check_violation', constraint = 'failed_refunds_end_once', table = tg_table_name;
  end if;
  return null;
end $$;

create trigger ended_refunds_of_failed after insert on ended_refunds for each row execute function check_failed_refund();
create trigger refunds_follow_failed after insert on refunds for each row when (new.follows_id is not null) execute function check_failed_refund();

alter table platform.audit_entries
  -- Hash of what was sent with the key: another input is another request.
  add column request_hash text check (length(request_hash) between 20 and 100);
