-- Why a failed refund was ended may name a person: it is erased with its order.
drop trigger ended_refunds_append_only on ended_refunds;

create trigger ended_refunds_append_only before delete or truncate on ended_refunds
  for each statement execute function enforce_append_only();

create trigger ended_refunds_stay before update on ended_refunds for each row
  when (new.reason <> '' or (new.refund_id, new.by, new.by_staff_id, new.ended_at) is distinct from (old.refund_id, old.by, old.by_staff_id, old.ended_at))
  execute function enforce_append_only();

-- An erased one is empty. The operation asks for one.
alter table ended_refunds drop constraint ended_refunds_reason_check,
  add constraint ended_refunds_reason_check check (length(reason) <= 2000);

create function erase_ended_refund_reasons() returns trigger language plpgsql as $$
begin
  update ended_refunds e set reason = '' from refunds r where r.id = e.refund_id and r.order_id = new.id and e.reason <> '';
  return null;
end $$;

create trigger orders_erased_erase_ended_refund_reasons after update of erased_at on orders
  for each row when (new.erased_at is not null and old.erased_at is null) execute function erase_ended_refund_reasons();

-- Of orders that were erased before.
update ended_refunds e set reason = '' from refunds r join orders o on o.id = r.order_id
where r.id = e.refund_id and o.erased_at is not null and e.reason <> '';
