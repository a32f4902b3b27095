-- Prices are rows of price lists, each in one currency. There is one list so far.
create table price_lists (
  id integer generated always as identity primary key,
  name text not null unique check (btrim(name) <> '')
);

insert into price_lists (name) values ('Main');

-- What a variation costs. Without a row it has no price, and can't be bought.
create table variation_prices (
  variation_id integer not null references variations on delete cascade,
  price_list_id integer not null default 1 references price_lists,
  currency char(3) not null check (currency ~ '^[A-Z]{3}$'),
  regular_price minor_units not null,
  sale_price minor_units,
  sale_from timestamptz,
  -- The first moment at which the sale is over.
  sale_to timestamptz,
  -- Lowest price of the 30 days before the sale; null without one.
  prior_price bigint,
  primary key (variation_id, price_list_id),
  constraint sale_is_cheaper check (sale_price < regular_price),
  constraint sale_dates_need_a_sale check (sale_price is not null or (sale_from is null and sale_to is null)),
  constraint sale_starts_before_it_ends check (sale_from < sale_to)
);

insert into variation_prices (variation_id, currency, regular_price, sale_price, sale_from, sale_to, prior_price)
select id, currency, regular_price, sale_price, sale_from, sale_to, prior_price from variations where regular_price is not null;

-- The list that the shop sells by. Nothing else names its number but the default above.
create view main_prices as
select variation_id, currency, regular_price, sale_price, sale_from, sale_to, prior_price
from variation_prices where price_list_id = 1;

create or replace view offered_variations as
select v.id, p.id as product_id, v.position, o.regular_price,
  is_available(s.managed, s.on_hand, s.backorders, s.status) and not v.event_has_started as is_available
from variations v
join products p on p.id = v.product_id
-- Outer, so that statements that do not read prices skip them. A variation without a price is offered too.
left join main_prices o on o.variation_id = v.id
-- Outer, so that statements that do not read is_available skip it. Each variation has a stock level.
left join stock_levels s on s.variation_id = v.stock_id
where is_offered(v.id, v.enabled, p.id, p.type);

create or replace view product_offers as
select p.id as product_id, v.id as variation_id, o.currency, o.regular_price, o.sale_price, o.sale_from, o.sale_to,
  -- Null: not taxed.
  case when sold.tax_status = 'taxable' then coalesce(v.tax_class, sold.tax_class) end as effective_tax_class,
  is_available(s.managed, s.on_hand, s.backorders, s.status) and not v.event_has_started as is_available,
  -- Lowest price of the 30 days before the sale; null without one.
  o.prior_price,
  v.event_starts_at
from products p
-- The conditions on the type keep products that are no groups from looking for members.
cross join lateral (
  select p.id, p.type, p.tax_status, p.tax_class where p.type <> 'grouped'
  union all
  select member.id, member.type, member.tax_status, member.tax_class
  from product_links l join published_products member on member.id = l.linked_id
  where p.type = 'grouped' and l.product_id = p.id and l.kind = 'grouped'
) sold
join variations v on v.product_id = sold.id and is_offered(v.id, v.enabled, sold.id, sold.type)
join main_prices o on o.variation_id = v.id
join stock_levels s on s.variation_id = v.stock_id;

alter table variations drop column regular_price, drop column sale_price, drop column currency, drop column sale_from, drop column sale_to,
  drop column prior_price;
