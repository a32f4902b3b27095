-- Names from docs/glossary.md for tables, columns, functions, triggers, indexes and constraints, and for the jobs that wait. No row is lost.

alter table stock rename to stock_levels;
alter table stock_levels rename column low_at to low_stock_threshold;

-- 'reserved' until the order is paid, then 'committed'; 'released' when the stock is back.
alter table stock_holds rename to stock_reservations;
drop index stock_holds_held;
alter table stock_reservations drop constraint stock_holds_state_check;
alter table stock_reservations alter column state drop default;
update stock_reservations set state = case state when 'held' then 'reserved' else 'committed' end where state <> 'released';
alter table stock_reservations alter column state set default 'reserved';
alter table stock_reservations add constraint stock_reservations_state_check check (state in ('reserved', 'committed', 'released'));
create index stock_reservations_reserved on stock_reservations (stock_id) where state = 'reserved';
alter index stock_holds_variation rename to stock_reservations_variation;

alter table products rename column price_turns_at to price_changes_at;
alter index products_price_turns rename to products_price_changes;

alter table tax_rates rename column on_shipping to applies_to_shipping;

alter table platform.media rename column failed to failure;

alter function refuse_change() rename to enforce_append_only;
alter function check_category_circle() rename to check_category_cycle;
alter trigger categories_no_circle on categories rename to categories_no_cycle;

-- Earlier slugs of products and categories. The triggers write them.
alter table old_slugs rename to slug_redirects;
alter index old_slugs_product rename to slug_redirects_product;
alter index old_slugs_category rename to slug_redirects_category;
alter trigger products_old_slug on products rename to products_slug_redirect;
alter trigger categories_old_slug on categories rename to categories_slug_redirect;
alter function keep_old_product_slug() rename to record_product_slug_redirect;
alter function keep_old_category_slug() rename to record_category_slug_redirect;

create or replace function record_product_slug_redirect() returns trigger language plpgsql as $$
begin
  insert into slug_redirects (kind, slug, product_id) values ('product', old.slug, new.id)
  on conflict (kind, slug) do update set product_id = excluded.product_id, since = now();
  return null;
end $$;

create or replace function record_category_slug_redirect() returns trigger language plpgsql as $$
begin
  insert into slug_redirects (kind, slug, category_id) values ('category', old.slug, new.id)
  on conflict (kind, slug) do update set category_id = excluded.category_id, since = now();
  return null;
end $$;

-- Number of listed products per category (0: the whole shop) and value. The triggers of product_listing keep them.
alter table listing_counts rename to facet_counts;
alter function listing_pairs(boolean, boolean, real, integer[], integer[], integer[]) rename to list_facet_values;
alter function count_listed() rename to add_facet_counts;
alter function count_unlisted() rename to subtract_facet_counts;
alter function count_relisted() rename to update_facet_counts;
alter trigger product_listing_listed on product_listing rename to product_listing_add_facet_counts;
alter trigger product_listing_unlisted on product_listing rename to product_listing_subtract_facet_counts;
alter trigger product_listing_relisted on product_listing rename to product_listing_update_facet_counts;
alter trigger categories_moved on categories rename to categories_refresh_listing_on_move;
alter trigger categories_gone on categories rename to categories_refresh_listing_on_delete;

create or replace function add_facet_counts() returns trigger language plpgsql as $$
begin
  insert into facet_counts as c (category_id, kind, value_id, products)
  select facet.category_id, facet.kind, facet.value_id, count(*)
  from new_rows n cross join list_facet_values(n.in_lists, n.on_sale, n.rating, n.category_ids, n.brand_ids, n.term_ids) facet
  group by 1, 2, 3 order by 1, 2, 3
  on conflict (category_id, kind, value_id) do update set products = c.products + excluded.products;
  return null;
end $$;

create or replace function subtract_facet_counts() returns trigger language plpgsql as $$
begin
  insert into facet_counts as c (category_id, kind, value_id, products)
  select facet.category_id, facet.kind, facet.value_id, -count(*)
  from old_rows o cross join list_facet_values(o.in_lists, o.on_sale, o.rating, o.category_ids, o.brand_ids, o.term_ids) facet
  group by 1, 2, 3 order by 1, 2, 3
  on conflict (category_id, kind, value_id) do update set products = c.products + excluded.products;
  return null;
end $$;

create or replace function update_facet_counts() returns trigger language plpgsql as $$
begin
  insert into facet_counts as c (category_id, kind, value_id, products)
  select facet.category_id, facet.kind, facet.value_id, sum(changed.difference)
  from (
    select n.*, 1 as difference from old_rows o join new_rows n using (product_id)
    where (o.in_lists, o.on_sale, floor(o.rating), o.category_ids, o.brand_ids, o.term_ids)
      is distinct from (n.in_lists, n.on_sale, floor(n.rating), n.category_ids, n.brand_ids, n.term_ids)
    union all
    select o.*, -1 from old_rows o join new_rows n using (product_id)
    where (o.in_lists, o.on_sale, floor(o.rating), o.category_ids, o.brand_ids, o.term_ids)
      is distinct from (n.in_lists, n.on_sale, floor(n.rating), n.category_ids, n.brand_ids, n.term_ids)
  ) changed
  cross join list_facet_values(changed.in_lists, changed.on_sale, changed.rating, changed.category_ids, changed.brand_ids, changed.term_ids) facet
  group by 1, 2, 3 having sum(changed.difference) <> 0 order by 1, 2, 3
  on conflict (category_id, kind, value_id) do update set products = c.products + excluded.products;
  return null;
end $$;

create or replace function product_listing_rows(ids integer[], moment timestamptz) returns setof product_listing language sql stable as $$
  with recursive ancestors as (
    select distinct pc.category_id as id, pc.category_id as ancestor_id from product_categories pc where pc.product_id = any(ids)
    union select a.id, c.parent_id from ancestors a join categories c on c.id = a.ancestor_id where c.parent_id is not null
  )
  select p.id, p.visibility in ('visible', 'catalog'), p.visibility in ('visible', 'search'), p.featured, p.position, p.name, p.published_at,
    p.price_min, p.price_max, coalesce(o.in_stock, p.type = 'external'), coalesce(o.on_sale, false),
    case when p.rating_count > 0 then (p.rating_sum::numeric / p.rating_count)::real end,
    array(select distinct a.ancestor_id from product_categories pc join ancestors a on a.id = pc.category_id where pc.product_id = p.id order by 1),
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
    ) sold
    join variations v on v.product_id = sold.id and v.enabled and (v.id = sold.id) = (sold.type <> 'variable') and v.regular_price is not null
    join stock_levels s on s.variation_id = v.stock_id
  ) o
  where p.id = any(ids) and p.status = 'published' and p.visibility <> 'hidden'
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
    and not exists (select from products p where p.id = product_id and p.status = 'published' and p.visibility <> 'hidden');
  insert into product_listing as l select * from product_listing_rows(affected_ids, moment) order by product_id
  on conflict (product_id) do update set in_lists = excluded.in_lists, in_search = excluded.in_search, featured = excluded.featured,
    position = excluded.position, name = excluded.name, published_at = excluded.published_at, price_min = excluded.price_min,
    price_max = excluded.price_max, in_stock = excluded.in_stock, on_sale = excluded.on_sale, rating = excluded.rating,
    category_ids = excluded.category_ids, tag_ids = excluded.tag_ids, brand_ids = excluded.brand_ids, term_ids = excluded.term_ids
  where l.* is distinct from excluded.*;
end $$;

-- name_lexemes: words of the name. keyword_lexemes: these, and codes, categories, brands, tags and attributes.
alter table search_documents rename column merit to ranking_boost;
alter table search_documents rename column named to name_lexemes;
alter table search_documents rename column titled to keyword_lexemes;
alter index search_documents_named rename to search_documents_name_lexemes;
alter index search_documents_titled rename to search_documents_keyword_lexemes;

alter table search_missed rename to zero_result_searches;
alter index search_missed_oldest rename to zero_result_searches_last_at;

-- A query for documents with all these terms, or with any of them. A term is a word or several with | between them. With prefixes, words match
-- beginnings of words, and two that follow each other may be written as one. Stop words count only when there are no other words.
drop function search_query(text[], regdictionary[], boolean, boolean);
create function search_query(terms text[], dictionaries regdictionary[], prefixes boolean, match_any boolean) returns tsquery
  language plpgsql stable parallel safe as $$
declare
  term_count constant integer := cardinality(terms);
  all_parts text[] := '{}';
  significant_parts text[] := '{}';
  part text;
  word text;
  dictionary regdictionary;
  stems text[];
  is_stop_word boolean;
  query_text text;
begin
  for i in 1..term_count loop
    part := null;
    is_stop_word := false;
    foreach word in array string_to_array(terms[i], '|') loop
      part := concat_ws(' | ', part, search_lexeme(word, prefixes and (i = term_count or length(word) >= 3)));
      foreach dictionary in array dictionaries loop
        stems := ts_lexize(dictionary, word);
        is_stop_word := is_stop_word or stems = '{}';
        if cardinality(stems) > 0 then
          part := part || ' | ' || search_lexeme(stems[1], false) || ' | ' || search_lexeme('=' || stems[1], false);
        end if;
      end loop;
    end loop;
    all_parts := all_parts || ('(' || part || ')');
    if not is_stop_word then
      significant_parts := significant_parts || ('(' || part || ')');
    end if;
  end loop;
  if cardinality(significant_parts) = 0 then
    significant_parts := all_parts;
  end if;
  query_text := array_to_string(significant_parts, case when match_any then ' | ' else ' & ' end);
  if term_count between 2 and 4 and not match_any and position('|' in array_to_string(terms, '')) = 0 then
    for i in 1..term_count - 1 loop
      query_text := query_text || ' | ' || array_to_string(
        all_parts[:i - 1] || search_lexeme(terms[i] || terms[i + 1], prefixes) || all_parts[i + 2:], ' & ');
    end loop;
    if term_count > 2 then
      query_text := query_text || ' | ' || search_lexeme(array_to_string(terms, ''), prefixes);
    end if;
  end if;
  return query_text::tsquery;
end $$;

-- PostgreSQL keeps the names that it gave to constraints when a table or a column is renamed; those for NOT NULL exist since version 18.
do $$
declare
  renamed record;
begin
  for renamed in
    select distinct on (c.oid) c.conrelid::regclass as table_name, c.conname as old_name,
      prefix.new || substr(c.conname, length(prefix.old) + 1) as new_name
    from (values
      ('stock_levels', 'stock_', 'stock_levels_'),
      ('stock_levels', 'stock_low_at_', 'stock_levels_low_stock_threshold_'),
      ('stock_reservations', 'stock_holds_', 'stock_reservations_'),
      ('slug_redirects', 'old_slugs_', 'slug_redirects_'),
      ('facet_counts', 'listing_counts_', 'facet_counts_'),
      ('zero_result_searches', 'search_missed_', 'zero_result_searches_'),
      ('search_documents', 'search_documents_merit_', 'search_documents_ranking_boost_'),
      ('search_documents', 'search_documents_named_', 'search_documents_name_lexemes_'),
      ('search_documents', 'search_documents_titled_', 'search_documents_keyword_lexemes_'),
      ('tax_rates', 'tax_rates_on_shipping_', 'tax_rates_applies_to_shipping_')
    ) as prefix (table_name, old, new)
    join pg_constraint c on c.conrelid = prefix.table_name::regclass and starts_with(c.conname, prefix.old)
    where not starts_with(c.conname, prefix.new)
    order by c.oid, length(prefix.old) desc
  loop
    execute format('alter table %s rename constraint %I to %I', renamed.table_name, renamed.old_name, renamed.new_name);
  end loop;
end $$;

-- Jobs wait under their names, with keys that begin with them. A new database has no tables for jobs yet.
do $$
declare
  renamed record;
begin
  if to_regclass('graphile_worker._private_tasks') is null then
    return;
  end if;
  for renamed in
    select * from (values
      ('carts:purge', 'cart:purge-carts'),
      ('catalog:fetch-image', 'catalog:fetch-remote-image'),
      ('catalog:turn-prices', 'catalog:apply-scheduled-prices'),
      ('checkout:limit-warning', 'checkout:send-limit-warning'),
      ('limits:clear', 'limits:purge-counts'),
      ('mail-send', 'mail:send-mail'),
      ('mail:purge', 'mail:purge-mail'),
      ('media-make-sizes', 'media:make-sizes'),
      ('orders:expire', 'orders:expire-orders'),
      ('orders:mail', 'orders:send-mail'),
      ('search:index', 'search:index-products'),
      ('search:tidy', 'search:optimize-index'),
      ('visitors:purge', 'sessions:purge-visitors')
    ) as job (old_name, new_name)
  loop
    update graphile_worker._private_tasks set identifier = renamed.new_name where identifier = renamed.old_name;
    update graphile_worker._private_known_crontabs set identifier = renamed.new_name where identifier = renamed.old_name;
    update graphile_worker._private_jobs set key = 'every:' || renamed.new_name where key = 'every:' || renamed.old_name;
    update graphile_worker._private_jobs set key = renamed.new_name || substr(key, length(renamed.old_name) + 1)
      where key = renamed.old_name or starts_with(key, renamed.old_name || ':');
  end loop;
end $$;
