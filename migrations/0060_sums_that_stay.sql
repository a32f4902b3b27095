-- What was sold on a day that is over stays sold (docs/decisions/0170).

-- When the order had been paid, if another one has replaced it on a later day. From that day on it is returned.
alter table orders
  add column replaced_paid_at timestamptz,
  add constraint replaced_was_paid_before
    check (replaced_paid_at is null or (paid_at is null and cancel_reason = 'superseded' and replaced_paid_at < cancelled_at));

-- What is counted of a period, and the list of orders by their payment: instead of `orders_paid`.
create index orders_sold on orders ((coalesce(paid_at, replaced_paid_at)), id) where coalesce(paid_at, replaced_paid_at) is not null;
create index orders_replaced on orders (cancelled_at, id desc) where replaced_paid_at is not null;
drop index orders_paid;

-- All days on which an order counts.
create or replace function mark_order_days(marked_id bigint) returns void language sql as $$
  insert into sales_changes (at)
  select coalesce(paid_at, replaced_paid_at) from orders where id = marked_id and coalesce(paid_at, replaced_paid_at) is not null
  union all select cancelled_at from orders where id = marked_id and replaced_paid_at is not null
  union all select r.finished_at from refunds r join orders o on o.id = r.order_id
    where r.order_id = marked_id and r.status = 'succeeded' and o.paid_at is not null
$$;

drop trigger orders_mark_changed on orders;
create trigger orders_mark_changed after update of paid_at, replaced_paid_at, country, payment_method on orders for each row
  when (num_nonnulls(old.paid_at, new.paid_at, new.replaced_paid_at) > 0
    and (old.paid_at, old.replaced_paid_at, old.country, old.payment_method)
      is distinct from (new.paid_at, new.replaced_paid_at, new.country, new.payment_method))
  execute function mark_changed_order();

-- Units that are sent again for nothing are no sale: their orders were counted as paid ones until now.
insert into sales_changes (at) select o.paid_at from orders o join replacements r on r.order_id = o.id where o.total = 0 and o.paid_at is not null;

-- Days that can't be counted, since when and why, until they are. They hold up no other day.
create table sales_failures (
  day date primary key,
  failed_at timestamptz not null,
  reason text not null check (length(reason) <= 500)
);

-- Sums of the days of each month: a year of products is read in a tenth of the rows.
create table monthly_sales (
  dimension text not null,
  -- Its first day.
  month date not null check (extract(day from month) = 1),
  currency char(3) not null check (currency ~ '^[A-Z]{3}$'),
  value text collate "C" not null,
  orders integer not null check (orders >= 0),
  units integer not null check (units >= 0),
  sold bigint not null check (sold >= 0),
  sold_tax bigint not null,
  returned bigint not null check (returned >= 0),
  returned_tax bigint not null,
  primary key (dimension, month, currency, value),
  constraint monthly_sales_tax_is_a_part check (sold_tax between 0 and sold and returned_tax between 0 and returned)
);

-- Months of which days were counted since they were added up. Reports read their days until then.
create table changed_sales_months (
  month date primary key check (extract(day from month) = 1)
);

-- The next run of the job adds all months up.
insert into changed_sales_months select distinct date_trunc('month', day)::date from daily_sales;
