-- What an order's calculation made: net, tax and gross of each line, shipping line and fee, their taxes and discounts.

alter table orders
  -- False for orders from before: their gross amounts are their totals, and no tax is invented.
  add column taxes_recorded boolean not null default false,
  add column tax_rounding text not null default 'line' check (tax_rounding in ('line', 'total'));
alter table orders drop constraint totals_add_up;
alter table orders add constraint totals_add_up check (
  taxes_recorded or total = items_total - discount_total + shipping_total + fee_total + case when prices_include_tax then 0 else tax_total end
);

alter table order_lines
  -- Stable and unique in its order: breaks ties of rounding.
  add column key text,
  -- Before discounts.
  add column subtotal_net minor_units,
  add column subtotal_gross minor_units,
  add column net minor_units,
  add column gross minor_units;
update order_lines l set
  key = l.id::text,
  subtotal_net = greatest(l.unit_price * l.quantity - case when o.prices_include_tax then l.tax else 0 end, 0),
  subtotal_gross = l.unit_price * l.quantity + case when o.prices_include_tax then 0 else l.tax end,
  net = l.total - case when o.prices_include_tax then l.tax else 0 end,
  gross = l.total + case when o.prices_include_tax then 0 else l.tax end
from orders o where o.id = l.order_id;
alter table order_lines
  alter column key set not null,
  alter column subtotal_net set not null,
  alter column subtotal_gross set not null,
  alter column net set not null,
  alter column gross set not null,
  add constraint order_lines_key unique (order_id, key),
  add constraint line_net_plus_tax_is_gross check (net + tax = gross);

alter table order_shipping_lines
  add column id bigint generated always as identity,
  add column net minor_units,
  add column gross minor_units;
update order_shipping_lines s set
  net = s.total - case when o.prices_include_tax then s.tax else 0 end,
  gross = s.total + case when o.prices_include_tax then 0 else s.tax end
from orders o where o.id = s.order_id;
alter table order_shipping_lines
  alter column net set not null,
  alter column gross set not null,
  add constraint order_shipping_lines_of_order unique (order_id, id),
  add constraint shipping_net_plus_tax_is_gross check (net + tax = gross);

create table order_fees (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders on delete cascade,
  position integer not null,
  -- Stable and unique in its order.
  key text not null,
  name text not null check (length(name) <= 200),
  -- As it is entered, like prices.
  total minor_units not null,
  net minor_units not null,
  tax minor_units not null,
  gross minor_units not null,
  unique (order_id, position),
  unique (order_id, key),
  constraint order_fees_of_order unique (order_id, id),
  constraint fee_net_plus_tax_is_gross check (net + tax = gross)
);

-- Discounts, divided among what they belong to. As they are entered, like prices.
create table order_adjustments (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  line_id bigint,
  shipping_line_id bigint,
  fee_id bigint,
  -- What made it, such as promotion:12.
  source text not null check (length(source) between 1 and 100),
  name text not null check (length(name) <= 200),
  -- Negative: a discount.
  amount bigint not null check (amount < 0 and amount >= -1000000000000),
  constraint adjustment_of_one check (num_nonnulls(line_id, shipping_line_id, fee_id) = 1),
  foreign key (order_id, line_id) references order_lines (order_id, id),
  foreign key (order_id, shipping_line_id) references order_shipping_lines (order_id, id),
  foreign key (order_id, fee_id) references order_fees (order_id, id)
);

create index order_adjustments_order on order_adjustments (order_id);

-- A 0 % rate has a line too: zero-rated is not exempt.
create table order_tax_lines (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  line_id bigint,
  shipping_line_id bigint,
  fee_id bigint,
  -- In the order of the calculation.
  position integer not null,
  -- Of the rate that was found, such as rate:12. It may be gone.
  rate_key text not null check (length(rate_key) between 1 and 100),
  name text not null check (length(name) <= 200),
  tax_class text not null,
  -- Percent times 10,000.
  rate integer not null check (rate between 0 and 10000000),
  is_compound boolean not null,
  -- The part of the net amount that the rate applies to.
  net minor_units not null,
  amount minor_units not null,
  constraint tax_line_of_one check (num_nonnulls(line_id, shipping_line_id, fee_id) = 1),
  foreign key (order_id, line_id) references order_lines (order_id, id),
  foreign key (order_id, shipping_line_id) references order_shipping_lines (order_id, id),
  foreign key (order_id, fee_id) references order_fees (order_id, id)
);

create index order_tax_lines_order on order_tax_lines (order_id);

-- Compares an order's totals with the sums of its parts, at the end of the transaction. It runs once for many rows of one order: the setting
-- names the last order that was compared.
create function check_order_sums() returns trigger language plpgsql as $$
declare
  checked_id bigint;
  wrong text;
begin
  if tg_table_name = 'orders' then checked_id := new.id;
  elsif tg_op = 'DELETE' then checked_id := old.order_id;
  else checked_id := new.order_id;
  end if;
  if current_setting('vitrine.order_sums_checked', true) = checked_id::text then return null; end if;
  perform set_config('vitrine.order_sums_checked', checked_id::text, true);
  select case
    when (o.items_total, o.discount_total) is distinct from (l.subtotal, l.subtotal - l.total) then 'items'
    when o.shipping_total <> s.total then 'shipping'
    when o.fee_total <> f.total then 'fees'
    when o.tax_total <> l.tax + s.tax + f.tax then 'tax'
    when o.total <> l.gross + s.gross + f.gross then 'total'
    when l.wrong_adjustments or l.wrong_taxes or s.wrong_taxes or f.wrong_taxes then 'lines'
  end into wrong
  from orders o
  cross join lateral (
    select coalesce(sum(l.unit_price * l.quantity), 0) as subtotal, coalesce(sum(l.total), 0) as total, coalesce(sum(l.tax), 0) as tax,
      coalesce(sum(l.gross), 0) as gross, coalesce(bool_or(l.total <> l.unit_price * l.quantity + coalesce(a.amount, 0)), false) as wrong_adjustments,
      coalesce(bool_or(l.tax <> coalesce(t.amount, 0)), false) as wrong_taxes
    from order_lines l
    left join (select line_id, sum(amount) as amount from order_adjustments where order_id = o.id group by 1) a on a.line_id = l.id
    left join (select line_id, sum(amount) as amount from order_tax_lines where order_id = o.id group by 1) t on t.line_id = l.id
    where l.order_id = o.id
  ) l
  cross join lateral (
    select coalesce(sum(s.total), 0) as total, coalesce(sum(s.tax), 0) as tax, coalesce(sum(s.gross), 0) as gross,
      coalesce(bool_or(s.tax <> coalesce(t.amount, 0)), false) as wrong_taxes
    from order_shipping_lines s
    left join (select shipping_line_id, sum(amount) as amount from order_tax_lines where order_id = o.id group by 1) t on t.shipping_line_id = s.id
    where s.order_id = o.id
  ) s
  cross join lateral (
    select coalesce(sum(f.total), 0) as total, coalesce(sum(f.tax), 0) as tax, coalesce(sum(f.gross), 0) as gross,
      coalesce(bool_or(f.tax <> coalesce(t.amount, 0)), false) as wrong_taxes
    from order_fees f
    left join (select fee_id, sum(amount) as amount from order_tax_lines where order_id = o.id group by 1) t on t.fee_id = f.id
    where f.order_id = o.id
  ) f
  where o.id = checked_id and o.taxes_recorded;
  if wrong is not null then
    raise exception 'order %: its % are not the sums of its parts', checked_id, wrong
      using errcode = 'check_violation', constraint = 'order_sums_add_up', table = 'orders';
  end if;
  return null;
end $$;

create constraint trigger orders_sums_add_up after insert or update of items_total, discount_total, shipping_total, fee_total, tax_total, total,
  taxes_recorded on orders deferrable initially deferred for each row execute function check_order_sums();
create constraint trigger order_lines_sums_add_up after insert or update or delete on order_lines
  deferrable initially deferred for each row execute function check_order_sums();
create constraint trigger order_shipping_lines_sums_add_up after insert or update or delete on order_shipping_lines
  deferrable initially deferred for each row execute function check_order_sums();
create constraint trigger order_fees_sums_add_up after insert or update or delete on order_fees
  deferrable initially deferred for each row execute function check_order_sums();
create constraint trigger order_adjustments_sums_add_up after insert or update or delete on order_adjustments
  deferrable initially deferred for each row execute function check_order_sums();
create constraint trigger order_tax_lines_sums_add_up after insert or update or delete on order_tax_lines
  deferrable initially deferred for each row execute function check_order_sums();
