-- How many of a product one line of a cart can have: from the minimum in steps, up to the maximum.
alter table products
  add min_quantity integer not null default 1 check (min_quantity between 1 and 9999),
  -- Null: as much as the shop allows of any product.
  add max_quantity integer check (max_quantity between min_quantity and 9999),
  add quantity_step integer not null default 1 check (quantity_step between 1 and 9999),
  add check (not sold_individually or min_quantity = 1);

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
  min_quantity, max_quantity, quantity_step
from products
where status = 'published';
