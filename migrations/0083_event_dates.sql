-- When and where a variation takes place: the days of a workshop are its variations.
alter table variations
  add event_starts_at timestamptz,
  add event_ends_at timestamptz,
  -- IANA name. Times are shown in it.
  add event_time_zone text,
  add event_place text,
  -- Only buyers see it.
  add event_url text,
  add constraint variations_event_is_whole check (
    (event_starts_at is null) = (event_ends_at is null) and (event_starts_at is null) = (event_time_zone is null)
    and (event_starts_at is not null or (event_place is null and event_url is null))),
  add constraint variations_event_lasts check (event_ends_at > event_starts_at);

-- What was bought: {startsAt, endsAt, timeZone, place, url}.
alter table order_lines add event_date jsonb;

-- An event can be bought until it starts.
create or replace view offered_variations as
select v.id, p.id as product_id, v.position, v.regular_price,
  is_available(s.managed, s.on_hand, s.backorders, s.status) and coalesce(v.event_starts_at > now(), true) as is_available
from variations v
join products p on p.id = v.product_id
-- Outer, so that statements that do not read is_available skip it. Each variation has a stock level.
left join stock_levels s on s.variation_id = v.stock_id
where is_offered(v.id, v.enabled, p.id, p.type);

create or replace view product_offers as
select p.id as product_id, v.id as variation_id, v.currency, v.regular_price, v.sale_price, v.sale_from, v.sale_to,
  -- Null: not taxed.
  case when sold.tax_status = 'taxable' then coalesce(v.tax_class, sold.tax_class) end as effective_tax_class,
  is_available(s.managed, s.on_hand, s.backorders, s.status) and coalesce(v.event_starts_at > now(), true) as is_available,
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
