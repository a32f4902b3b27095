-- Whether an event has begun by the clock of the shop, which pages ask. The views asked the clock of the database: while that was behind,
-- the job that closes events counted them as available and did not look again.
alter table variations add event_has_started boolean not null default false;
update variations set event_has_started = true where event_starts_at <= now();

create or replace view offered_variations as
select v.id, p.id as product_id, v.position, v.regular_price,
  is_available(s.managed, s.on_hand, s.backorders, s.status) and not v.event_has_started as is_available
from variations v
join products p on p.id = v.product_id
-- Outer, so that statements that do not read is_available skip it. Each variation has a stock level.
left join stock_levels s on s.variation_id = v.stock_id
where is_offered(v.id, v.enabled, p.id, p.type);

create or replace view product_offers as
select p.id as product_id, v.id as variation_id, v.currency, v.regular_price, v.sale_price, v.sale_from, v.sale_to,
  -- Null: not taxed.
  case when sold.tax_status = 'taxable' then coalesce(v.tax_class, sold.tax_class) end as effective_tax_class,
  is_available(s.managed, s.on_hand, s.backorders, s.status) and not v.event_has_started as is_available,
  -- Lowest price of the 30 days before the sale; null without one.
  v.prior_price,
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
join variations v on v.product_id = sold.id and is_offered(v.id, v.enabled, sold.id, sold.type) and v.regular_price is not null
join stock_levels s on s.variation_id = v.stock_id;
