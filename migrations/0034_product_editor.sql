-- The products of the back office: indexes of their list, and what their page adds.

-- Each sort of the list reads its rows in order, and continues after one.
create index products_created on products (created_at, id);
create index products_name on products (name, id);
create index products_lowest_price on products ((coalesce(price_min, 0)), id);
-- Searches: the whole name in any case, or a part of a name or of a SKU.
create index products_lower_name on products (lower(name));
create index products_name_parts on products using gin (name gin_trgm_ops);
create index variations_sku_parts on variations using gin (sku gin_trgm_ops);

-- The address of a deleted product may lead to a category, too.
alter table slug_redirects drop constraint slug_redirects_one_target;
alter table slug_redirects add constraint slug_redirects_one_target
  check (num_nonnulls(product_id, category_id) = 1 and (kind = 'product' or category_id is not null));

alter table products
  -- When a draft becomes live by itself. A job publishes it.
  add column publish_at timestamptz,
  -- Of its page in search engines. Empty: made of name and short description.
  add column seo_title text not null default '' check (length(seo_title) <= 200),
  add column seo_description text not null default '' check (length(seo_description) <= 500),
  -- Whom to turn to about its safety (Regulation (EU) 2023/988, articles 9 and 16): { manufacturer, responsible }, each { name, address, contact } or null.
  add column safety jsonb not null default '{}' check (jsonb_typeof(safety) = 'object'),
  add constraint products_published_waits_for_nothing check (publish_at is null or status in ('draft', 'pending'));

-- The job reads what is due.
create index products_publish_at on products (publish_at) where publish_at is not null;

alter table variations
  -- How much is in one of it, for the price per unit (Directive 98/6/EC, article 3). Null: as its master, else none.
  add column unit_amount numeric(12, 4) check (unit_amount > 0),
  add column unit text check (unit in ('kg', 'l', 'm', 'm2', 'm3', 'piece')),
  add constraint variations_unit_is_whole check ((unit_amount is null) = (unit is null));

create or replace view published_products as
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
  price_min, price_max, price_changes_at, rating_sum, rating_count, published_at, updated_at,
  min_quantity, max_quantity, quantity_step,
  -- With the slug, its address.
  locale,
  seo_title, seo_description, safety
from products
where status = 'published';
