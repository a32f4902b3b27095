-- What lists look at, in one narrow row for each published product that may be found: worked out from the other tables by
-- refresh_product_listing, in the transaction that changes them.
create table product_listing (
  product_id integer primary key references products on delete cascade,
  -- Shown in lists; found by searching.
  in_lists boolean not null,
  in_search boolean not null,
  featured boolean not null,
  position integer not null,
  name text not null,
  published_at timestamptz not null,
  price_min bigint,
  price_max bigint,
  in_stock boolean not null,
  on_sale boolean not null,
  -- Average of the stars; null without any.
  rating real,
  -- Those that it was put into and all above them.
  category_ids integer[] not null,
  tag_ids integer[] not null,
  brand_ids integer[] not null,
  -- Of attributes that products share.
  term_ids integer[] not null
) with (fillfactor = 90);

create index product_listing_position on product_listing (position, name collate "und-x-icu", product_id) where in_lists;
create index product_listing_date on product_listing (published_at desc, product_id desc) where in_lists;
create index product_listing_price on product_listing (price_min, product_id) where in_lists;
create index product_listing_highest_price on product_listing (price_max desc nulls last, product_id desc) where in_lists;
create index product_listing_name on product_listing (name collate "und-x-icu", product_id) where in_lists;
create index product_listing_featured on product_listing (position, product_id) where in_lists and featured;
create index product_listing_sold_out on product_listing (product_id) where in_lists and not in_stock;
create index product_listing_categories on product_listing using gin (category_ids) with (fastupdate = off);
create index product_listing_tags on product_listing using gin (tag_ids) with (fastupdate = off);
create index product_listing_brands on product_listing using gin (brand_ids) with (fastupdate = off);

drop index products_listed_by_position, products_listed_by_date, products_listed_by_price, products_listed_by_highest_price,
  products_listed_by_name, products_featured;

-- How many listed products a category, or the whole shop (0), has of each value; kept by the triggers below. What changes with every sale,
-- the stock, is not in it, so that shoppers never wait for each other here.
create table listing_counts (
  category_id integer not null,
  kind text not null check (kind in ('all', 'category', 'brand', 'term', 'sale', 'rating')),
  value_id integer not null,
  products integer not null,
  primary key (category_id, kind, value_id)
) with (fillfactor = 70);

create function product_listing_rows(ids integer[], moment timestamptz) returns setof product_listing language sql stable as $$
  with recursive up as (
    select distinct pc.category_id as id, pc.category_id as above from product_categories pc where pc.product_id = any(ids)
    union select up.id, c.parent_id from up join categories c on c.id = up.above where c.parent_id is not null
  )
  select p.id, p.visibility in ('visible', 'catalog'), p.visibility in ('visible', 'search'), p.featured, p.position, p.name, p.published_at,
    p.price_min, p.price_max, coalesce(o.in_stock, p.type = 'external'), coalesce(o.on_sale, false),
    case when p.rating_count > 0 then (p.rating_sum::numeric / p.rating_count)::real end,
    array(select distinct up.above from product_categories pc join up on up.id = pc.category_id where pc.product_id = p.id order by 1),
    array(select pt.tag_id from product_tags pt where pt.product_id = p.id order by 1),
    array(select pb.brand_id from product_brands pb where pb.product_id = p.id order by 1),
    array(select pt.term_id from product_attribute_terms pt join attributes a on a.id = pt.attribute_id and a.product_id is null
      where pt.product_id = p.id order by 1)
  from products p
  cross join lateral (
    select bool_or(case when s.managed then s.on_hand > 0 or s.backorders <> 'no' else s.status <> 'out' end) as in_stock,
      bool_or(price_at(v.regular_price, v.sale_price, v.sale_from, v.sale_to, moment) < v.regular_price) as on_sale
    from (
      select p.id, p.type where p.type <> 'grouped'
      union all
      select member.id, member.type from product_links l join products member on member.id = l.linked_id and member.status = 'published'
      where p.type = 'grouped' and l.product_id = p.id and l.kind = 'grouped'
    ) one
    join variations v on v.product_id = one.id and v.enabled and (v.id = one.id) = (one.type <> 'variable') and v.regular_price is not null
    join stock s on s.variation_id = v.stock_id
  ) o
  where p.id = any(ids) and p.status = 'published' and p.visibility <> 'hidden'
$$;

-- The rows of these products, and of the groups that they are in, as they should be now. Each statement sees what was committed before it: two
-- shoppers who take the last pieces of two variations wait for each other at the lock, and the second one sees both gone.
create function refresh_product_listing(ids integer[], moment timestamptz) returns void language plpgsql as $$
declare
  concerned integer[] := array(
    select unnest(ids) union select l.product_id from product_links l where l.kind = 'grouped' and l.linked_id = any(ids));
begin
  perform from product_listing where product_id = any(concerned) order by product_id for update;
  delete from product_listing where product_id = any(concerned)
    and not exists (select from products p where p.id = product_id and p.status = 'published' and p.visibility <> 'hidden');
  insert into product_listing as l select * from product_listing_rows(concerned, moment) order by product_id
  on conflict (product_id) do update set in_lists = excluded.in_lists, in_search = excluded.in_search, featured = excluded.featured,
    position = excluded.position, name = excluded.name, published_at = excluded.published_at, price_min = excluded.price_min,
    price_max = excluded.price_max, in_stock = excluded.in_stock, on_sale = excluded.on_sale, rating = excluded.rating,
    category_ids = excluded.category_ids, tag_ids = excluded.tag_ids, brand_ids = excluded.brand_ids, term_ids = excluded.term_ids
  where l.* is distinct from excluded.*;
end $$;

-- In which categories (0: the whole shop) a row counts, and as what.
create function listing_pairs(
  in_lists boolean, on_sale boolean, rating real, category_ids integer[], brand_ids integer[], term_ids integer[]
) returns table (category_id integer, kind text, value_id integer) language sql immutable as $$
  select scope.id, value.kind, value.id
  from (select 0 as id union all select unnest(category_ids)) scope
  cross join (
    select 'all' as kind, 0 as id
    union all select 'category', unnest(category_ids)
    union all select 'brand', unnest(brand_ids)
    union all select 'term', unnest(term_ids)
    union all select 'sale', 1 where on_sale
    union all select 'rating', floor(rating)::integer where rating is not null
  ) value
  where in_lists
$$;

create function count_listed() returns trigger language plpgsql as $$
begin
  insert into listing_counts as c (category_id, kind, value_id, products)
  select pair.category_id, pair.kind, pair.value_id, count(*)
  from new_rows n cross join listing_pairs(n.in_lists, n.on_sale, n.rating, n.category_ids, n.brand_ids, n.term_ids) pair group by 1, 2, 3 order by 1, 2, 3
  on conflict (category_id, kind, value_id) do update set products = c.products + excluded.products;
  return null;
end $$;

create function count_unlisted() returns trigger language plpgsql as $$
begin
  insert into listing_counts as c (category_id, kind, value_id, products)
  select pair.category_id, pair.kind, pair.value_id, -count(*)
  from old_rows o cross join listing_pairs(o.in_lists, o.on_sale, o.rating, o.category_ids, o.brand_ids, o.term_ids) pair group by 1, 2, 3 order by 1, 2, 3
  on conflict (category_id, kind, value_id) do update set products = c.products + excluded.products;
  return null;
end $$;

create function count_relisted() returns trigger language plpgsql as $$
begin
  insert into listing_counts as c (category_id, kind, value_id, products)
  select pair.category_id, pair.kind, pair.value_id, sum(changed.by)
  from (
    select n.*, 1 as by from old_rows o join new_rows n using (product_id)
    where (o.in_lists, o.on_sale, floor(o.rating), o.category_ids, o.brand_ids, o.term_ids)
      is distinct from (n.in_lists, n.on_sale, floor(n.rating), n.category_ids, n.brand_ids, n.term_ids)
    union all
    select o.*, -1 from old_rows o join new_rows n using (product_id)
    where (o.in_lists, o.on_sale, floor(o.rating), o.category_ids, o.brand_ids, o.term_ids)
      is distinct from (n.in_lists, n.on_sale, floor(n.rating), n.category_ids, n.brand_ids, n.term_ids)
  ) changed
  cross join listing_pairs(changed.in_lists, changed.on_sale, changed.rating, changed.category_ids, changed.brand_ids, changed.term_ids) pair
  group by 1, 2, 3 having sum(changed.by) <> 0 order by 1, 2, 3
  on conflict (category_id, kind, value_id) do update set products = c.products + excluded.products;
  return null;
end $$;

create trigger product_listing_listed after insert on product_listing
  referencing new table as new_rows for each statement execute function count_listed();
create trigger product_listing_unlisted after delete on product_listing
  referencing old table as old_rows for each statement execute function count_unlisted();
create trigger product_listing_relisted after update on product_listing
  referencing old table as old_rows new table as new_rows for each statement execute function count_relisted();

-- A category that moves or goes takes its products with it.
create function refresh_listing_of_categories() returns trigger language plpgsql as $$
begin
  perform refresh_product_listing(array(select product_id from product_listing where category_ids && array[old.id] order by 1), now());
  return null;
end $$;

create trigger categories_moved after update of parent_id on categories
  for each row when (old.parent_id is distinct from new.parent_id) execute function refresh_listing_of_categories();
create trigger categories_gone after delete on categories for each row execute function refresh_listing_of_categories();

insert into product_listing select * from product_listing_rows(array(select id from products), now()) order by product_id;
