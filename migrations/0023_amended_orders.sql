-- Orders that are changed before they are shipped: another one with all that is ordered now replaces each, and takes its money over.

-- What was received for the order that it replaces. It is no late money, also beyond the total: staff decide about it.
alter table orders add column carried_total minor_units not null default 0;

-- An order is replaced once, before anything of it was shipped, and not after it has ended: it ends when the other one is placed.
-- Whoever replaces it has locked its row.
create function check_replaced_order() returns trigger language plpgsql as $$
declare
  wrong text;
begin
  select case
    when old.superseded_by is not null then 'orders_are_replaced_once'
    when exists (select from shipments where order_id = new.id) then 'shipped_orders_are_not_replaced'
    when new.completed_at is not null or not exists (select from orders where id = new.superseded_by and created_at = new.cancelled_at)
      then 'ended_orders_are_not_replaced'
  end into wrong;
  if wrong is not null then
    raise exception 'order % can''t be replaced', new.id using errcode = 'check_violation', constraint = wrong, table = 'orders';
  end if;
  return new;
end $$;

create trigger orders_check_replaced before update of superseded_by on orders for each row
  when (new.superseded_by is not null and new.superseded_by is distinct from old.superseded_by) execute function check_replaced_order();

-- Nothing is shipped of an order that was cancelled or replaced. Whoever replaces it waits for the lock, and then finds the shipment.
create function check_shipped_order() returns trigger language plpgsql as $$
begin
  if (select status from orders where id = new.order_id for no key update) = 'cancelled' then
    raise exception 'order % was cancelled', new.order_id
      using errcode = 'check_violation', constraint = 'cancelled_orders_are_not_shipped', table = 'shipments';
  end if;
  return new;
end $$;

create trigger shipments_check_order before insert on shipments for each row execute function check_shipped_order();

-- An order that takes a payment over takes its sums over, too, from the order that it replaces if there is one. Lock order: the caller has
-- locked the orders before the payment.
create or replace function add_order_payments() returns trigger language plpgsql as $$
begin
  if old.order_id is not distinct from new.order_id then
    update orders set captured_total = captured_total + new.captured - old.captured, refunded_total = refunded_total + new.refunded - old.refunded
    where id = new.order_id;
    return null;
  end if;
  if old.order_id is not null then
    if not exists (select from orders where id = old.order_id and superseded_by = new.order_id) then
      raise exception 'payment %: only the order that replaces another one takes its payments over', new.id
        using errcode = 'check_violation', constraint = 'payments_stay_with_their_order', table = 'payments';
    end if;
    update orders set captured_total = captured_total - old.captured, refunded_total = refunded_total - old.refunded where id = old.order_id;
  end if;
  update orders set captured_total = captured_total + new.captured, refunded_total = refunded_total + new.refunded where id = new.order_id;
  return null;
end $$;

-- The order that had the payment is no longer found by its transactions.
create function index_former_order() returns trigger language plpgsql as $$
begin
  perform index_order_terms(old.order_id, '{transaction}');
  return null;
end $$;

create trigger payments_moved_terms after update of order_id on payments for each row
  when (old.order_id is not null and old.order_id is distinct from new.order_id) execute function index_former_order();
