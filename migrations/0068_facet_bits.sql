-- Sets of products as bits. Filters and their counts are then operations on bits, and take about as long for each filter.
drop trigger product_listing_add_facet_counts on product_listing;
drop trigger product_listing_subtract_facet_counts on product_listing;
drop trigger product_listing_update_facet_counts on product_listing;
drop function add_facet_counts, subtract_facet_counts, update_facet_counts;
drop function list_facet_values;
drop table facet_counts;

-- The product's bit in every set. Numbers are dense: only products that left the listing leave gaps.
create sequence product_listing_numbers as integer minvalue 0;
alter table product_listing add column number integer;
update product_listing l set number = numbered.number
from (select product_id, row_number() over (order by product_id) - 1 as number from product_listing) numbered where numbered.product_id = l.product_id;
select setval('product_listing_numbers', (select count(*) from product_listing), false);
alter table product_listing alter column number set not null, add constraint product_listing_number unique (number),
  add constraint product_listing_number_check check (number >= 0);
alter sequence product_listing_numbers owned by product_listing.number;

-- These indexes have all that a list reads to find a page, so that no page reads the rows of those before it.
drop index product_listing_position, product_listing_date, product_listing_price, product_listing_highest_price, product_listing_name,
  product_listing_sold_out;
create index product_listing_position on product_listing (position, name collate "und-x-icu", product_id) include (number, price_min, price_max) where in_lists;
create index product_listing_date on product_listing (published_at desc, product_id desc) include (number, price_min, price_max) where in_lists;
create index product_listing_price on product_listing (price_min, product_id) include (number, price_max) where in_lists;
create index product_listing_highest_price on product_listing (price_max desc nulls last, product_id desc) include (number, price_min) where in_lists;
create index product_listing_name on product_listing (name collate "und-x-icu", product_id) include (number, price_min, price_max) where in_lists;
create index product_listing_sold_out on product_listing (number) where not in_stock;

-- Makes a set of positions, with 1 as the second argument. Setting bits is faster than combining sets of one bit.
do $$
begin
  execute format('create aggregate set_bits(integer, integer) (sfunc = set_bit, stype = bit, initcond = %L, parallel = safe)', repeat('0', 4096));
end $$;

-- The products that have a value, 4,096 numbers in a row: `chunk` is number / 4096. Triggers of product_listing keep it; rows without a bit are
-- deleted. What changes with every sale, the stock, is not in it, so that shoppers never wait for each other here.
create table facet_bits (
  kind text not null check (kind in ('listed', 'category', 'brand', 'term', 'sale', 'rating')),
  value_id integer not null,
  chunk integer not null check (chunk >= 0),
  bits bit(4096) not null,
  primary key (kind, value_id, chunk)
) with (fillfactor = 70);

-- The values of a product. That of `rating` is the number of whole stars.
create function list_facet_values(l product_listing) returns table (kind text, value_id integer) language sql immutable parallel safe as $$
  select 'listed', 0 where l.in_lists
  union all select 'category', unnest(l.category_ids)
  union all select 'brand', unnest(l.brand_ids)
  union all select 'term', unnest(l.term_ids)
  union all select 'sale', 0 where l.on_sale
  union all select 'rating', floor(l.rating)::integer where l.rating is not null
$$;

-- Changes the bits of the values that were added or removed. A value that a product keeps is in old and new rows, and changes nothing.
create function toggle_facet_bits(old_rows product_listing[], new_rows product_listing[]) returns void language plpgsql as $$
begin
  insert into facet_bits as f (kind, value_id, chunk, bits)
  select kind, value_id, number >> 12, set_bits(number & 4095, 1) from (
    select v.kind, v.value_id, l.number from unnest(old_rows || new_rows) l cross join list_facet_values(l) v group by 1, 2, 3 having count(*) = 1
  ) toggled group by 1, 2, 3 order by 1, 2, 3
  on conflict (kind, value_id, chunk) do update set bits = f.bits # excluded.bits;
  delete from facet_bits f
  using (select distinct v.kind, v.value_id, l.number >> 12 as chunk from unnest(old_rows) l cross join list_facet_values(l) v) before
  where (f.kind, f.value_id, f.chunk) = (before.kind, before.value_id, before.chunk) and f.bits = 0::bit(4096);
end $$;

create function add_facet_bits() returns trigger language plpgsql as $$
begin
  perform toggle_facet_bits('{}', array(select row(n.*)::product_listing from new_rows n));
  return null;
end $$;

create function remove_facet_bits() returns trigger language plpgsql as $$
begin
  perform toggle_facet_bits(array(select row(o.*)::product_listing from old_rows o), '{}');
  return null;
end $$;

create function change_facet_bits() returns trigger language plpgsql as $$
declare
  changed integer[] := array(
    select product_id from old_rows o join new_rows n using (product_id)
    where (o.number, o.in_lists, o.on_sale, floor(o.rating), o.category_ids, o.brand_ids, o.term_ids)
      is distinct from (n.number, n.in_lists, n.on_sale, floor(n.rating), n.category_ids, n.brand_ids, n.term_ids));
begin
  if cardinality(changed) > 0 then
    perform toggle_facet_bits(
      array(select row(o.*)::product_listing from old_rows o where o.product_id = any(changed)), array(select row(n.*)::product_listing from new_rows n where n.product_id = any(changed)));
  end if;
  return null;
end $$;

create trigger product_listing_add_facet_bits after insert on product_listing
  referencing new table as new_rows for each statement execute function add_facet_bits();
create trigger product_listing_remove_facet_bits after delete on product_listing
  referencing old table as old_rows for each statement execute function remove_facet_bits();
create trigger product_listing_change_facet_bits after update on product_listing
  referencing old table as old_rows new table as new_rows for each statement execute function change_facet_bits();

insert into facet_bits (kind, value_id, chunk, bits)
select v.kind, v.value_id, l.number >> 12, set_bits(l.number & 4095, 1) from product_listing l cross join list_facet_values(l) v group by 1, 2, 3;

-- A listed product keeps its number. The subquery hides the length of the array, so that PostgreSQL plans once per connection.
create or replace function product_listing_rows(ids integer[], moment timestamptz) returns setof product_listing language sql volatile as $$
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
      where pt.product_id = p.id order by 1),
    coalesce((select l.number from product_listing l where l.product_id = p.id), nextval('product_listing_numbers')::integer)
  from published_products p
  cross join lateral (
    select bool_or(is_available) as in_stock,
      bool_or(price_at(regular_price, sale_price, sale_from, sale_to, moment) < regular_price) as on_sale
    from product_offers where product_id = p.id
  ) o
  where p.id = any(array(select unnest(ids))) and p.is_public
$$;

-- Each statement sees what was committed before it: two shoppers who take the last pieces of two variations wait for each other at the lock, and
-- the second one sees both gone. A concurrent insert of the same product decides its number.
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
  where (l.in_lists, l.in_search, l.featured, l.position, l.name, l.published_at, l.price_min, l.price_max, l.in_stock, l.on_sale, l.rating,
    l.category_ids, l.tag_ids, l.brand_ids, l.term_ids) is distinct from (excluded.in_lists, excluded.in_search, excluded.featured,
    excluded.position, excluded.name, excluded.published_at, excluded.price_min, excluded.price_max, excluded.in_stock, excluded.on_sale,
    excluded.rating, excluded.category_ids, excluded.tag_ids, excluded.brand_ids, excluded.term_ids);
end $$;
