-- The texts of a product and a category are in one language, and so is its slug: another language may have the same slug for something else.
alter table products add locale locale not null default 'en-GB', drop constraint products_slug_key,
  add constraint products_locale_slug_key unique (locale, slug);
alter table products alter locale drop default;

alter table categories add locale locale not null default 'en-GB', drop constraint categories_slug_key,
  add constraint categories_locale_slug_key unique (locale, slug);
alter table categories alter locale drop default;

alter table slug_redirects add locale locale not null default 'en-GB', drop constraint slug_redirects_pkey,
  add primary key (kind, locale, slug);
alter table slug_redirects alter locale drop default;

create or replace function record_product_slug_redirect() returns trigger language plpgsql as $$
begin
  insert into slug_redirects (kind, locale, slug, product_id) values ('product', old.locale, old.slug, new.id)
  on conflict (kind, locale, slug) do update set product_id = excluded.product_id, since = now();
  return null;
end $$;

create or replace function record_category_slug_redirect() returns trigger language plpgsql as $$
begin
  insert into slug_redirects (kind, locale, slug, category_id) values ('category', old.locale, old.slug, new.id)
  on conflict (kind, locale, slug) do update set category_id = excluded.category_id, since = now();
  return null;
end $$;

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
  locale
from products
where status = 'published';
