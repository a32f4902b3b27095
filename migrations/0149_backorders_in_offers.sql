-- Whether what is sold of a stock level now is on backorder, and shoppers are told so. The same rule as toStockDisplay in inventory.
create function is_on_backorder(managed boolean, on_hand integer, backorders text, status text) returns boolean
  language sql immutable parallel safe
  return case when managed then on_hand <= 0 and backorders = 'notify' else status = 'backorder' end;

create or replace view product_offers as
select p.id as product_id, v.id as variation_id, o.currency, o.regular_price, o.sale_price, o.sale_from, o.sale_to,
  -- Null: not taxed.
  case when sold.tax_status = 'taxable' then coalesce(v.tax_class, sold.tax_class) end as effective_tax_class,
  is_available(s.managed, s.on_hand, s.backorders, s.status) and not v.event_has_started as is_available,
  -- Lowest price of the 30 days before the sale; null without one.
  o.prior_price,
  v.event_starts_at,
  is_on_backorder(s.managed, s.on_hand, s.backorders, s.status) as is_on_backorder
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
