-- The products of the back office: indexes of their list, and what their page adds.

-- Each sort of the list reads its rows in order, and continues after one.
create index products_created on products (created_at, id);
create index products_name on products (name, id);
create index products_lowest_price on products ((coalesce(price_min, 0)), id);
-- Searches: the whole name in any case, or a part of a name or of a SKU.
create index products_lower_name on products (lower(name));
create index products_name_parts on products using gin (name gin_trgm_ops);
create index variations_sku_parts on variations using gin (sku gin_trgm_ops);
create index variations_gtin on variations (gtin) where gtin is not null;

-- The address of a deleted product may lead to a category, too.
alter table slug_redirects drop constraint slug_redirects_one_target;
alter table slug_redirects add constraint slug_redirects_one_target
  check (num_nonnulls(product_id, category_id) = 1 and (kind = 'product' or category_id is not null));
