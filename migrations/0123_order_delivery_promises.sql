-- When an order was said to arrive: the days that its shopper was told, and the numbers of days they come from, so that later
-- changes of settings don't rewrite them. An order that is paid late counts from its payment.
create table order_delivery_promises (
  order_id bigint primary key references orders on delete cascade,
  is_pickup boolean not null,
  -- Working days from its payment until it arrives, in any week without holidays.
  total_min smallint not null check (total_min >= 0),
  total_max smallint not null check (total_max >= total_min),
  -- Working days until it leaves, and delivery days on its way.
  handling_min smallint not null check (handling_min >= 0),
  handling_max smallint not null check (handling_max >= handling_min),
  transit_min smallint not null check (transit_min >= 0),
  transit_max smallint not null check (transit_max >= transit_min),
  -- Days until what is on backorder can leave.
  wait_days smallint not null check (wait_days >= 0),
  counts_from timestamptz not null,
  earliest date not null,
  latest date not null check (latest >= earliest)
);
