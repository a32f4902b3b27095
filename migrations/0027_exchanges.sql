-- Units that are sent again for nothing, refunded or exchanged: each of them once.

-- Units of a line that the shop sends again. A cancelled replacement replaces nothing.
create function count_replaced_units(line order_lines) returns integer language sql stable as $$
  select coalesce((select sum(u.quantity) from replaced_units u join orders o on o.id = u.replacement_id
    where u.line_id = line.id and o.status <> 'cancelled'), 0)::integer
$$;

-- Units of a line whose money was given back, or is about to be.
create function count_refunded_units(line order_lines) returns integer language sql stable as $$
  select coalesce((select sum(l.quantity) from refund_lines l join refunds r on r.id = l.refund_id
    where l.order_line_id = line.id and r.status <> 'failed'), 0)::integer
$$;

-- Units that left the shop, and that were neither replaced nor refunded. Refunded are first those that were never shipped.
create or replace function count_replaceable_units(line order_lines) returns integer language sql stable as $$
  select (least(coalesce((select sum(quantity) from shipment_lines where line_id = line.id), 0), line.quantity - count_refunded_units(line))
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

create trigger orders_check_amended_replacement before update of superseded_by on orders for each row
  when (new.superseded_by is not null and new.superseded_by is distinct from old.superseded_by) execute function check_replacement();
create trigger orders_check_reopened_replacement before update of status on orders for each row
  when (old.status = 'cancelled' and new.status <> 'cancelled') execute function check_replacement();
