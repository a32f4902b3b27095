-- Prices that variations had, so that a sale can name the lowest price of the 30 days before it (Directive 98/6/EC, article 6a). A row says what was
-- set, not what it cost at a moment: the sale may begin and end within it.
create table price_history (
  variation_id integer not null references variations on delete cascade,
  valid_from timestamptz not null,
  -- Null: valid now.
  valid_to timestamptz,
  -- Null: not for sale.
  regular_price bigint,
  sale_price bigint,
  sale_from timestamptz,
  sale_to timestamptz,
  currency char(3) not null,
  -- When the sale price first applied, also in rows before this one.
  reduced_at timestamptz,
  -- Lowest price of the 30 days before.
  prior_price bigint,
  primary key (variation_id, valid_from),
  check (valid_to > valid_from),
  check (prior_price is null or reduced_at is not null)
);
create unique index price_history_current on price_history (variation_id) where valid_to is null;

-- The prices of variations that exist are known from now on: a sale that runs has no prior price.
insert into price_history (variation_id, valid_from, regular_price, sale_price, sale_from, sale_to, currency, reduced_at)
select id, now(), regular_price, sale_price, sale_from, sale_to, currency,
  case when sale_price is not null then greatest(sale_from, now()) end
from variations where regular_price is not null;

alter table variations add prior_price bigint;

create or replace view product_offers as
select p.id as product_id, v.id as variation_id, v.currency, v.regular_price, v.sale_price, v.sale_from, v.sale_to,
  -- Null: not taxed.
  case when sold.tax_status = 'taxable' then coalesce(v.tax_class, sold.tax_class) end as effective_tax_class,
  is_available(s.managed, s.on_hand, s.backorders, s.status) as is_available,
  -- Lowest price of the 30 days before the sale; null without one.
  v.prior_price
from products p
-- The conditions on the type keep products that are no groups from looking for members.
cross join lateral (
  select p.id, p.type, p.tax_status, p.tax_class where p.type <> 'grouped'
  union all
  select member.id, member.type, member.tax_status, member.tax_class
  from product_links l join published_products member on member.id = l.linked_id
  where p.type = 'grouped' and l.product_id = p.id and l.kind = 'grouped'
) sold
join variations v on v.product_id = sold.id and is_offered(v.id, v.enabled, sold.id, sold.type) and v.regular_price is not null
join stock_levels s on s.variation_id = v.stock_id;
