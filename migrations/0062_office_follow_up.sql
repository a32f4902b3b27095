-- What second readers found in the back office's withdrawals and people.

-- A declaration stays as it was made. Staff may find the order that it is about, once, and with it the end of its period.
create function keep_declaration() returns trigger language plpgsql as $$
begin
  if old.order_id is null and new.order_id is not null and old.period_ends_at is null
    and to_jsonb(new) - array['order_id', 'period_ends_at'] = to_jsonb(old) - array['order_id', 'period_ends_at'] then
    return new;
  end if;
  raise exception 'a declaration stays as it was made' using errcode = 'restrict_violation';
end
$$;

drop trigger withdrawals_append_only on withdrawals;
create trigger withdrawals_append_only before delete or truncate on withdrawals
  for each statement execute function enforce_append_only();
create trigger withdrawals_as_declared before update on withdrawals
  for each row execute function keep_declaration();
