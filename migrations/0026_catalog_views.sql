-- What several features read of the catalogue. Each view states one rule once. PostgreSQL merges views into the statements that read them,
-- so they use the indexes of the tables; a view must have no distinct, group by, window function or limit.

-- Products that have a page, and where they may be shown.
create view published_products as
select id, type, slug, name, short_description, description, featured, sold_individually, reviews_allowed, external_url, button_text, position,
  visibility,
  -- In feeds, sitemaps and the public API.
  visibility <> 'hidden' as is_public,
  visibility in ('visible', 'catalog') as in_lists,
  visibility in ('visible', 'search') as in_search,
  tax_status, tax_class,
  -- Null: not taxed.
  case when tax_status = 'taxable' then tax_class end as effective_tax_class,
  -- Of the last refresh: a sale may have started or ended since.
  price_min, price_max, price_changes_at, rating_sum, rating_count, published_at, updated_at
from products
where status = 'published';

-- Whether a product is sold as this variation: as its master, or as the enabled variations of a variable product. A group sells nothing itself.
create function is_offered(variation_id integer, enabled boolean, product_id integer, product_type text) returns boolean
  language sql immutable parallel safe
  return enabled and product_type <> 'grouped' and (variation_id = product_id) = (product_type <> 'variable');

-- Whether something of a stock level can be sold. The same rule as getMaxAvailable in inventory.
create function is_available(managed boolean, on_hand integer, backorders text, status text) returns boolean
  language sql immutable parallel safe
  return case when managed then on_hand > 0 or backorders <> 'no' else status <> 'out' end;

-- What a product of any status is sold as. A variation without a regular price has no price, and can't be bought.
create view offered_variations as
select v.id, p.id as product_id, v.position, v.regular_price, is_available(s.managed, s.on_hand, s.backorders, s.status) as is_available
from variations v
join products p on p.id = v.product_id
-- Outer, so that statements that do not read is_available skip it. Each variation has a stock level.
left join stock_levels s on s.variation_id = v.stock_id
where is_offered(v.id, v.enabled, p.id, p.type);

-- The variations with a price that are sold on the page of a product: its own, or those of the published members of a group.
create view product_offers as
select p.id as product_id, v.id as variation_id, v.currency, v.regular_price, v.sale_price, v.sale_from, v.sale_to,
  -- Null: not taxed.
  case when sold.tax_status = 'taxable' then coalesce(v.tax_class, sold.tax_class) end as effective_tax_class,
  is_available(s.managed, s.on_hand, s.backorders, s.status) as is_available
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

-- Stored images of products. Remote ones that are still to be fetched are missing.
create view product_media as
select i.product_id, i.position, i.media_id,
  -- The image shown for a remote one that can't be fetched.
  coalesce(r.state <> 'stored', false) as is_placeholder
from product_images i
left join remote_images r on r.id = i.remote_id
where i.media_id is not null;

-- The subquery hides the length of the array, so that PostgreSQL plans once per connection.
create or replace function product_listing_rows(ids integer[], moment timestamptz) returns setof product_listing language sql stable as $$
  with recursive ancestors as (
    select distinct pc.category_id as id, pc.category_id as ancestor_id from product_categories pc where pc.product_id = any(ids)
    union select a.id, c.parent_id from ancestors a join categories c on c.id = a.ancestor_id where c.parent_id is not null
  )
  select p.id, p.in_lists, p.in_search, p.featured, p.position, p.name, p.published_at,
    p.price_min, p.price_max, coalesce(o.in_stock, p.type = 'external'), coalesce(o.on_sale, false),
    case when p.rating_count > 0 then (p.rating_sum::numeric / p.rating_count)::real end,
    array(select distinct a.ancestor_id from product_categories pc join ancestors a on a.id = pc.category_id where pc.product_id = p.id order by 1),
    array(select pt.tag_id from product_tags pt where pt.product_id = p.id order by 1),
    array(select pb.brand_id from product_brands pb where pb.product_id = p.id order by 1),
    array(select pt.term_id from product_attribute_terms pt join attributes a on a.id = pt.attribute_id and a.product_id is null
      where pt.product_id = p.id order by 1)
  from published_products p
  cross join lateral (
    select bool_or(is_available) as in_stock,
      bool_or(price_at(regular_price, sale_price, sale_from, sale_to, moment) < regular_price) as on_sale
    from product_offers where product_id = p.id
  ) o
  where p.id = any(array(select unnest(ids))) and p.is_public
$$;

-- Each statement sees what was committed before it: two shoppers who take the last pieces of two variations wait for each other at the lock, and
-- the second one sees both gone.
create or replace function refresh_product_listing(ids integer[], moment timestamptz) returns void language plpgsql as $$
declare
  affected_ids integer[] := array(
    select unnest(ids) union select l.product_id from product_links l where l.kind = 'grouped' and l.linked_id = any(ids));
begin
  perform from product_listing where product_id = any(affected_ids) order by product_id for update;
  delete from product_listing where product_id = any(affected_ids)
    and not exists (select from published_products p where p.id = product_id and p.is_public);
  insert into product_listing as l select * from product_listing_rows(affected_ids, moment) order by product_id
  on conflict (product_id) do update set in_lists = excluded.in_lists, in_search = excluded.in_search, featured = excluded.featured,
    position = excluded.position, name = excluded.name, published_at = excluded.published_at, price_min = excluded.price_min,
    price_max = excluded.price_max, in_stock = excluded.in_stock, on_sale = excluded.on_sale, rating = excluded.rating,
    category_ids = excluded.category_ids, tag_ids = excluded.tag_ids, brand_ids = excluded.brand_ids, term_ids = excluded.term_ids
  where l.* is distinct from excluded.*;
end $$;
