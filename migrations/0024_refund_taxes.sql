-- The taxes of refunds by rate, and refunds that record what was really given back.

drop trigger refunds_finish_once on refunds;
drop trigger refund_lines_stay on refund_lines;

-- `amount` is what was given back, once the refund has succeeded: a payment may refuse its part.
alter table refunds add column requested_amount minor_units;
update refunds set requested_amount = amount;
alter table refunds alter column requested_amount set not null;
update refunds r set status = 'succeeded', amount = t.amount
from (select refund_id, sum(amount) as amount from payment_transactions where status = 'succeeded' group by 1) t
where t.refund_id = r.id and r.status <> 'requested' and t.amount > 0 and (r.status, r.amount) is distinct from ('succeeded', t.amount);
create trigger refunds_finish_once before update on refunds
  for each row execute function finish_once('status', 'finished_at', 'amount');

-- Each line has one combination of tax rates. 'amount': a part of a free amount. 'unallocated': money that belongs to no part of the order.
alter table refund_lines
  drop constraint refund_lines_kind_check,
  add constraint refund_lines_kind_check check (kind in ('item', 'shipping', 'fee', 'amount', 'unallocated')),
  add constraint refund_lines_of_refund unique (refund_id, id);

-- No tax is invented for refunds of amounts from before.
insert into refund_lines (refund_id, kind, net, tax, gross)
select r.id, 'unallocated', r.amount, 0, r.amount from refunds r join orders o on o.id = r.order_id
where o.taxes_recorded and not exists (select from refund_lines l where l.refund_id = r.id) order by r.id;

-- As order_tax_lines. Refunds from before, and those of orders without recorded taxes, have none.
create table refund_tax_lines (
  id bigint generated always as identity primary key,
  refund_id bigint not null references refunds on delete restrict,
  refund_line_id bigint not null,
  position integer not null,
  rate_key text not null check (length(rate_key) between 1 and 100),
  name text not null check (length(name) <= 200),
  tax_class text not null,
  -- Percent times 10,000.
  rate integer not null check (rate between 0 and 10000000),
  is_compound boolean not null,
  -- The net amount of the refund line.
  net minor_units not null,
  amount minor_units not null,
  foreign key (refund_id, refund_line_id) references refund_lines (refund_id, id) on delete restrict
);

create index refund_tax_lines_refund on refund_tax_lines (refund_id);

-- While a refund is requested its amounts may become smaller, as a payment may refuse its part. Nothing else changes.
create function only_reduce_refund() returns trigger language plpgsql as $$
declare
  amounts constant text[] := array['net', 'tax', 'gross', 'amount'];
begin
  if (select status from refunds where id = old.refund_id) <> 'requested'
    or to_jsonb(new) - amounts is distinct from to_jsonb(old) - amounts
    or exists (select from unnest(amounts) name where (to_jsonb(new) ->> name)::bigint > (to_jsonb(old) ->> name)::bigint) then
    raise exception '%: the amounts of a requested refund may become smaller, nothing else changes', tg_table_name using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create trigger refund_lines_only_reduce before update on refund_lines for each row execute function only_reduce_refund();
create trigger refund_tax_lines_only_reduce before update on refund_tax_lines for each row execute function only_reduce_refund();
create trigger refund_lines_stay before delete or truncate on refund_lines for each statement execute function enforce_append_only();
create trigger refund_tax_lines_stay before delete or truncate on refund_tax_lines for each statement execute function enforce_append_only();

-- Compares a refund with its lines and their taxes, and the refunds of its order with the order's taxes, at the end of the transaction.
create function check_refund_sums() returns trigger language plpgsql as $$
declare
  checked_id bigint;
  wrong text;
begin
  if tg_table_name = 'refunds' then checked_id := new.id; else checked_id := new.refund_id; end if;
  select case
    when r.amount <> (select coalesce(sum(gross), 0) from refund_lines where refund_id = r.id) then 'lines'
    when exists (
      select from refund_lines l left join refund_tax_lines t on t.refund_id = l.refund_id and t.refund_line_id = l.id
      where l.refund_id = r.id group by l.id
      having l.tax <> coalesce(sum(t.amount), 0) or bool_or(t.net <> l.net)
    ) then 'taxes'
    when exists (
      select from (
        select t.rate_key, sum(t.net) as net, sum(t.amount) as amount from refunds other join refund_tax_lines t on t.refund_id = other.id
        where other.order_id = r.order_id and other.status <> 'failed' group by 1
      ) refunded left join (
        select rate_key, sum(net) as net, sum(amount) as amount from order_tax_lines where order_id = r.order_id group by 1
      ) sold using (rate_key)
      where refunded.net > coalesce(sold.net, 0) or refunded.amount > coalesce(sold.amount, 0)
    ) then 'rates'
  end into wrong
  from refunds r join orders o on o.id = r.order_id where r.id = checked_id and o.taxes_recorded and r.status <> 'failed';
  if wrong is not null then
    raise exception 'refund %: its % do not add up', checked_id, wrong
      using errcode = 'check_violation', constraint = 'refund_sums_add_up', table = 'refunds';
  end if;
  return null;
end $$;

create constraint trigger refunds_sums_add_up after insert on refunds
  deferrable initially deferred for each row execute function check_refund_sums();
create constraint trigger refunds_changed_sums_add_up after update on refunds
  deferrable initially deferred for each row when (new.amount <> old.amount) execute function check_refund_sums();
create constraint trigger refund_lines_sums_add_up after insert or update on refund_lines
  deferrable initially deferred for each row execute function check_refund_sums();
create constraint trigger refund_tax_lines_sums_add_up after insert or update on refund_tax_lines
  deferrable initially deferred for each row execute function check_refund_sums();
