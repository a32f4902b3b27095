-- Units of a withdrawal that were refunded are not asked for again, and count once: they were given back, and are no longer held.

-- What of a line was refunded for which withdrawal. A refund names none: it goes to those that were open then, the oldest first.
create function refunds_of_withdrawals(line_id bigint) returns table (withdrawal_id bigint, units integer) language plpgsql stable as $$
declare
  given record;
  filed record;
  rest integer;
  done jsonb := '{}';
  known integer;
begin
  for given in
    select f.created_at, r.quantity from refund_lines r join refunds f on f.id = r.refund_id
    where r.order_line_id = line_id and f.status <> 'failed' order by r.id
  loop
    rest := given.quantity;
    for filed in
      select w.id, l.quantity from withdrawal_lines l join withdrawals w on w.id = l.withdrawal_id
        left join withdrawal_closings c on c.withdrawal_id = w.id
      where l.order_line_id = line_id and w.declared_at < given.created_at and (c.closed_at is null or c.closed_at >= given.created_at)
      order by w.id
    loop
      known := coalesce((done ->> filed.id::text)::integer, 0);
      done := done || jsonb_build_object(filed.id::text, known + least(rest, filed.quantity - known));
      rest := rest - least(rest, filed.quantity - known);
    end loop;
  end loop;
  return query select entry.key::bigint, entry.value::integer from jsonb_each_text(done) entry;
end
$$;

-- As before, but what was refunded for a withdrawal is not held by it, too, and is not taken from what it may be about.
create or replace function units_to_withdraw(line_id bigint, except_withdrawal_id bigint) returns integer language sql stable as $$
  with refunded as (
    select r.withdrawal_id, r.units from refunds_of_withdrawals(line_id) r
  )
  select (l.quantity
    - greatest(
      (select coalesce(sum(r.quantity), 0) from refund_lines r join refunds f on f.id = r.refund_id
        where r.order_line_id = l.id and f.status <> 'failed'),
      (select coalesce(sum(c.quantity), 0) from cancelled_units c where c.line_id = l.id))
    + (select coalesce(sum(r.units), 0) from refunded r where r.withdrawal_id = except_withdrawal_id)
    - (select coalesce(sum(w.quantity - coalesce(r.units, 0)), 0) from withdrawal_lines w
        left join refunded r on r.withdrawal_id = w.withdrawal_id
      where w.order_line_id = l.id and w.withdrawal_id is distinct from except_withdrawal_id
        and not exists (select from withdrawal_closings c where c.withdrawal_id = w.withdrawal_id)))::integer
  from order_lines l where l.id = line_id
$$;
