-- The address of a deleted product may lead to a category. The constraint that tags and brands came with did not allow it.
alter table slug_redirects drop constraint slug_redirects_one_target;
alter table slug_redirects add constraint slug_redirects_one_target check (
  num_nonnulls(product_id, category_id, tag_id, brand_id) = 1
  and case kind
    when 'product' then product_id is not null or category_id is not null
    when 'category' then category_id is not null
    when 'tag' then tag_id is not null
    else brand_id is not null
  end);

-- A product that has had such an address leaves it again: it has one target then, too.
create or replace function record_product_slug_redirect() returns trigger language plpgsql as $$
begin
  insert into slug_redirects (kind, locale, slug, product_id) values ('product', old.locale, old.slug, new.id)
  on conflict (kind, locale, slug) do update set product_id = excluded.product_id, category_id = null, since = now();
  return null;
end $$;

-- Scans that a stocktake has counted, by the key of their request. A scanner that got no answer sends a scan again, which counts once.
create table stocktake_scans (
  stocktake_id integer not null references stocktakes on delete cascade,
  request_key text not null check (length(request_key) between 8 and 100),
  stock_id integer not null references variations on delete cascade,
  primary key (stocktake_id, request_key)
);

-- For the foreign key: deleting products.
create index stocktake_scans_stock on stocktake_scans (stock_id);
