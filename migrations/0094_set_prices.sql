-- A set is priced as a whole wherever it is shown: one of each member, or its minimum.

-- What a set has of its members, by tax class. Amounts of the minimum quantity, as they are entered. Of a member that is in stock, what is sold out
-- counts only in rows without can_buy.
create function set_member_prices(set_id integer, moment timestamptz)
  returns table (member_id integer, tax_class text, lowest bigint, highest bigint, can_buy boolean) language sql stable parallel safe as $$
  select m.id, o.effective_tax_class, min(n.price) * m.min_quantity, max(n.price) * m.min_quantity,
    -- Whether the form of the set can add it.
    o.is_available and m.type in ('simple', 'variable') and not exists (select from product_addons a where a.product_id = m.id and a.required)
  from product_links l
  join published_products m on m.id = l.linked_id
  join product_offers o on o.product_id = m.id
  cross join lateral (select price_at(o.regular_price, o.sale_price, o.sale_from, o.sale_to, moment) as price) n
  where l.product_id = set_id and l.kind = 'grouped' and m.type <> 'grouped'
  group by m.id, m.type, m.min_quantity, o.effective_tax_class, o.is_available
$$;

-- The price with which a set is shown. What cannot be bought counts only if nothing can.
create function lowest_set_price(set_id integer, moment timestamptz) returns bigint language sql stable parallel safe as $$
  select coalesce(sum(buyable), sum(lowest))::bigint
  from (
    select min(lowest) filter (where can_buy) as buyable, min(lowest) as lowest from set_member_prices(set_id, moment) group by member_id
  ) members
$$;

-- A listed product keeps its number. The subquery hides the length of the array, so that PostgreSQL plans once per connection. The price of a set
-- depends on the stock of its members, so it is kept in its row alone. It is shown as 'From' with the lowest price: lists sort and filter by that.
create or replace function product_listing_rows(ids integer[], moment timestamptz) returns setof product_listing language sql volatile as $$
  with recursive ancestors as (
    select distinct pc.category_id as id, pc.category_id as ancestor_id from product_categories pc where pc.product_id = any(ids)
    union select a.id, c.parent_id from ancestors a join categories c on c.id = a.ancestor_id where c.parent_id is not null
  )
  select p.id, p.in_lists, p.in_search, p.featured, p.position, p.name, p.published_at,
    coalesce(s.price, p.price_min), coalesce(s.price, p.price_max), coalesce(o.in_stock, p.type = 'external'), coalesce(o.on_sale, false),
    case when p.rating_count > 0 then (p.rating_sum::numeric / p.rating_count)::real end,
    array(select distinct a.ancestor_id from product_categories pc join ancestors a on a.id = pc.category_id where pc.product_id = p.id order by 1),
    array(select pt.tag_id from product_tags pt where pt.product_id = p.id order by 1),
    array(select pb.brand_id from product_brands pb where pb.product_id = p.id order by 1),
    array(select pt.term_id from product_attribute_terms pt join attributes a on a.id = pt.attribute_id and a.product_id is null
      where pt.product_id = p.id order by 1),
    coalesce((select l.number from product_listing l where l.product_id = p.id), nextval('product_listing_numbers')::integer)
  from published_products p
  cross join lateral (
    select bool_or(is_available) as in_stock,
      bool_or(price_at(regular_price, sale_price, sale_from, sale_to, moment) < regular_price) as on_sale
    from product_offers where product_id = p.id
  ) o
  left join lateral (select lowest_set_price(p.id, moment) as price where p.type = 'grouped') s on true
  where p.id = any(array(select unnest(ids))) and p.is_public
$$;

update products set price_min = null, price_max = null where type = 'grouped' and (price_min is not null or price_max is not null);

update product_listing l set price_min = s.price, price_max = s.price
from products p cross join lateral (select lowest_set_price(p.id, now()) as price) s
where p.type = 'grouped' and l.product_id = p.id and (l.price_min, l.price_max) is distinct from (s.price, s.price);
