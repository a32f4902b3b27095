-- Sums of each day for reports (docs/decisions/0170). A job keeps them; they are never more than a copy of what orders and refunds say.

-- Moments at which what reports count has changed: its day is to be counted again. Rows are added in the transaction of the change, and deleted in
-- that of the count, so that neither can be lost. They have no key: writers don't wait for each other.
create table sales_changes (
  id bigint generated always as identity primary key,
  at timestamptz not null
);

create index sales_changes_at on sales_changes (at);

-- One row. Its lock lets one process count at a time.
create table sales_counts (
  id boolean primary key default true check (id),
  -- In which the days begin. Another one: all days are counted again. Null: nothing was counted yet.
  time_zone text check (length(time_zone) between 1 and 100),
  -- When all days were last compared with a recount.
  compared_at timestamptz
);

insert into sales_counts default values;

-- Paid orders by the day of their payment, and refunds by the day on which they succeeded. Amounts include taxes, in minor units.
create table daily_sales (
  dimension text not null check (dimension in ('total', 'part', 'product', 'country', 'payment', 'source', 'coupon')),
  day date not null,
  -- Amounts of different currencies are never added.
  currency char(3) not null check (currency ~ '^[A-Z]{3}$'),
  -- The product's or coupon's id, the code of the country, … ''  of the total, and where it is not known.
  -- Compared by bytes: reports sort hundreds of thousands of them.
  value text collate "C" not null check (length(value) <= 300),
  orders integer not null check (orders >= 0),
  units integer not null check (units >= 0),
  sold bigint not null check (sold >= 0),
  sold_tax bigint not null,
  returned bigint not null check (returned >= 0),
  returned_tax bigint not null,
  primary key (dimension, day, currency, value),
  constraint daily_sales_tax_is_a_part check (sold_tax between 0 and sold and returned_tax between 0 and returned)
);

-- By rate and country, for tax returns. Amounts are without taxes and those taxes.
create table daily_taxes (
  day date not null,
  currency char(3) not null check (currency ~ '^[A-Z]{3}$'),
  -- From where it was sent. '': nothing was taxed.
  dispatch_country text not null check (dispatch_country ~ '^([A-Z]{2})?$'),
  -- Where it was sent to. '': unknown.
  country text not null check (country ~ '^([A-Z]{2})?$'),
  -- Why there is no tax. '': there is a rate, which may be zero.
  untaxed text not null check (length(untaxed) <= 50),
  tax_class text not null check (length(tax_class) <= 100),
  name text not null check (length(name) <= 200),
  -- Percent times 10,000.
  rate integer not null check (rate >= 0),
  sold_net bigint not null check (sold_net >= 0),
  sold_tax bigint not null check (sold_tax >= 0),
  returned_net bigint not null check (returned_net >= 0),
  returned_tax bigint not null check (returned_tax >= 0),
  primary key (day, currency, dispatch_country, country, untaxed, tax_class, name, rate),
  constraint daily_taxes_say_why_none check (untaxed = '' or (rate = 0 and sold_tax = 0 and returned_tax = 0))
);

-- Days whose sums were others than a recount, which then replaced them.
create table sales_differences (
  day date primary key,
  found_at timestamptz not null
);

-- What is counted of a period, and the list of orders by their payment.
create index orders_paid on orders (paid_at, id) where paid_at is not null;
-- Orders in a currency that few have.
create index orders_currency on orders (currency, created_at desc, id desc);
create index refunds_succeeded on refunds (finished_at, id) where status = 'succeeded';

-- All days on which an order counts.
create function mark_order_days(marked_id bigint) returns void language sql as $$
  insert into sales_changes (at)
  select paid_at from orders where id = marked_id and paid_at is not null
  union all select r.finished_at from refunds r join orders o on o.id = r.order_id
    where r.order_id = marked_id and r.status = 'succeeded' and o.paid_at is not null
$$;

create function mark_changed_order() returns trigger language plpgsql as $$
begin
  -- A replaced order is no longer paid: its payments are those of the other one.
  if tg_op = 'UPDATE' and old.paid_at is not null and old.paid_at is distinct from new.paid_at then
    insert into sales_changes (at) values (old.paid_at);
    insert into sales_changes (at) select finished_at from refunds where order_id = new.id and status = 'succeeded';
  end if;
  perform mark_order_days(new.id);
  return null;
end $$;

create trigger orders_mark_paid after insert on orders for each row when (new.paid_at is not null) execute function mark_changed_order();
create trigger orders_mark_changed after update of paid_at, country, payment_method on orders for each row
  when (num_nonnulls(old.paid_at, new.paid_at) > 0
    and (old.paid_at, old.country, old.payment_method) is distinct from (new.paid_at, new.country, new.payment_method))
  execute function mark_changed_order();

create function mark_succeeded_refund() returns trigger language plpgsql as $$
begin
  insert into sales_changes (at) values (new.finished_at);
  return null;
end $$;

create trigger refunds_mark_succeeded after update of status on refunds for each row
  when (new.status = 'succeeded') execute function mark_succeeded_refund();
create trigger refunds_mark_inserted after insert on refunds for each row
  when (new.status = 'succeeded') execute function mark_succeeded_refund();

-- Sources and coupons may be written after the payment, and a coupon is no longer used when its order is cancelled.
create function mark_order_of_row() returns trigger language plpgsql as $$
begin
  perform mark_order_days(new.order_id);
  return null;
end $$;

create trigger order_attributions_mark after insert or update of source_type, utm_source on order_attributions
  for each row execute function mark_order_of_row();
create trigger coupon_uses_mark after insert or update of state on coupon_uses
  for each row execute function mark_order_of_row();

-- Searches without a result are rows of a list.
alter table zero_result_searches add column id integer generated always as identity unique;

-- The start page showed revenue to whoever may read orders.
insert into staff_role_permissions (role, permission)
select distinct role, 'reports.read' from staff_role_permissions where permission in ('orders.read', 'orders.write')
on conflict do nothing;
