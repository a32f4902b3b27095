-- A compound rate applies to the net amount and the taxes before it: `net` of a tax line is this base. Orders from before keep the net amount, as
-- their documents print it, and so do their refunds.
alter table orders add column has_compound_bases boolean not null default false;

create or replace function check_refund_sums() returns trigger language plpgsql as $$
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
      having l.tax <> coalesce(sum(t.amount), 0) or bool_or(t.net <> l.net + case when o.has_compound_bases and t.is_compound then (
        select coalesce(sum(amount), 0) from refund_tax_lines earlier where earlier.refund_line_id = t.refund_line_id and earlier.position < t.position
      ) else 0 end)
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
