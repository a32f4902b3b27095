-- A refund that every provider has refused stays open until another one gives its money back.
alter table refunds
  -- The failed refund that this one does again, at the provider or by hand.
  add column follows_id bigint unique references refunds on delete restrict;

-- Units are refunded once, however many clerks refund them at the same time. The order is locked first, as by everybody who changes one.
create function check_refunded_units() returns trigger language plpgsql as $$
declare
  ordered integer;
begin
  select l.quantity into ordered from refunds r join orders o on o.id = r.order_id join order_lines l on l.order_id = o.id
  where r.id = new.refund_id and l.id = new.order_line_id for update of o;
  if coalesce(ordered, 0) < (
    select sum(l.quantity) from refund_lines l join refunds r on r.id = l.refund_id
    where l.order_line_id = new.order_line_id and r.status <> 'failed'
  ) then
    raise exception 'refund %: line % has only % units', new.refund_id, new.order_line_id, coalesce(ordered, 0)
      using errcode = 'check_violation', constraint = 'refunded_at_most_ordered', table = 'refund_lines';
  end if;
  return null;
end $$;

create trigger refund_lines_at_most_ordered after insert on refund_lines
  for each row when (new.order_line_id is not null) execute function check_refunded_units();

-- No money is given back by hand, or asked of a provider, that another refund has given back or reserved. The sums of the payment
-- have the new row already: triggers run in the order of their names.
create function check_refunded_money() returns trigger language plpgsql as $$
declare
  available bigint;
begin
  select captured - refunded into available from payments where id = new.payment_id for update;
  if available < (
    select coalesce(sum(amount), 0) from payment_transactions
    where payment_id = new.payment_id and kind = 'refund' and status = 'requested'
  ) then
    raise exception 'payment %: less than % is left to give back', new.payment_id, new.amount
      using errcode = 'check_violation', constraint = 'reserved_at_most_captured', table = 'payment_transactions';
  end if;
  return null;
end $$;

-- What a provider gave back by itself has its reference: that is gone, whatever was reserved.
create trigger payment_transactions_reserve after insert on payment_transactions for each row
  when (new.kind = 'refund' and new.status <> 'failed' and new.provider_reference is null) execute function check_refunded_money();
