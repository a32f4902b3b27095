-- A provider may capture a payment that began before its order, and the order may never come: the money is recorded and given back.
alter table payments drop constraint captured_has_an_order;

-- An order that takes a payment over takes its sums over, too. Lock order: the caller has locked the order before the payment.
create or replace function add_order_payments() returns trigger language plpgsql as $$
begin
  update orders set
    captured_total = captured_total + new.captured - case when old.order_id is null then 0 else old.captured end,
    refunded_total = refunded_total + new.refunded - case when old.order_id is null then 0 else old.refunded end
  where id = new.order_id;
  return null;
end $$;

drop trigger payments_add_up on payments;
create trigger payments_add_up after update on payments for each row
  when ((new.order_id, new.captured, new.refunded) is distinct from (old.order_id, old.captured, old.refunded))
  execute function add_order_payments();

-- A payment that got neither an order nor money is no money row. Its transactions and events keep it.
drop trigger payments_stay on payments;
create trigger payments_stay before delete on payments for each row
  when (old.order_id is not null or old.authorized > 0 or old.captured > 0) execute function enforce_append_only();
create trigger payments_are_not_truncated before truncate on payments for each statement execute function enforce_append_only();

create index payments_without_order on payments (created_at) where order_id is null;
create index checkout_attempts_without_order on checkout_attempts (created_at) where order_id is null;
