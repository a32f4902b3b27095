-- Fewer writes of people, and an index for the merge of accounts.

-- Most changes of an order are a step towards its completion, or money: they write no row of `people`, which has many indexes.
create or replace function count_changed_order() returns trigger language plpgsql as $$
declare
  person bigint;
  received bigint;
begin
  if tg_op = 'UPDATE' and (old.customer_id, lower(old.email), old.erased_at is null, old.status in ('cancelled', 'failed'), old.currency)
      is not distinct from (new.customer_id, lower(new.email), new.erased_at is null, new.status in ('cancelled', 'failed'), new.currency) then
    received := (new.captured_total - new.refunded_total) - (old.captured_total - old.refunded_total);
    if received = 0 then return null; end if;
    -- The same lock as in `count_order`: a weaker one is a deadlock with a transaction that holds the sum and ends the person.
    if new.customer_id is not null then
      select id into person from people where customer_id = new.customer_id for no key update;
    elsif new.erased_at is null then
      select id into person from people where customer_id is null and lower(email) = lower(new.email) for no key update;
    end if;
    if person is not null then
      insert into person_spendings as s (person_id, currency, amount) values (person, new.currency, received)
      on conflict (person_id, currency) do update set amount = s.amount + excluded.amount;
    end if;
    return null;
  end if;
  if tg_op <> 'INSERT' then perform count_order(old, -1); end if;
  if tg_op <> 'DELETE' then perform count_order(new, 1); end if;
  if tg_op <> 'INSERT' and old.customer_id is null then perform forget_guest(old.email); end if;
  return null;
end $$;

-- A merge moves all uses of coupons of an account. The other index begins with the coupon.
create index coupon_uses_customer on coupon_uses (customer_id) where customer_id is not null;
