-- A picture that an import names may be a file in a folder that came with it.
alter table remote_images drop constraint remote_images_url_check;
alter table remote_images add constraint remote_images_url_check check (url ~* '^(https?://|folder:.)' and length(url) <= 2000);

-- Addresses that products and categories had before. A page that is there goes first; where they lead is worked out from the thing itself, so
-- there are no chains and no circles.
create table old_slugs (
  kind text not null check (kind in ('product', 'category')),
  slug slug not null,
  product_id integer references products on delete cascade,
  category_id integer references categories on delete cascade,
  since timestamptz not null default now(),
  primary key (kind, slug),
  check ((kind = 'product') = (product_id is not null) and (kind = 'category') = (category_id is not null))
);

create index old_slugs_product on old_slugs (product_id) where product_id is not null;
create index old_slugs_category on old_slugs (category_id) where category_id is not null;

-- Whoever changes a slug, in whatever way, keeps the old address.
create function keep_old_product_slug() returns trigger language plpgsql as $$
begin
  insert into old_slugs (kind, slug, product_id) values ('product', old.slug, new.id)
  on conflict (kind, slug) do update set product_id = excluded.product_id, since = now();
  return null;
end $$;

create trigger products_old_slug after update of slug on products
  for each row when (old.slug is distinct from new.slug) execute function keep_old_product_slug();

create function keep_old_category_slug() returns trigger language plpgsql as $$
begin
  insert into old_slugs (kind, slug, category_id) values ('category', old.slug, new.id)
  on conflict (kind, slug) do update set category_id = excluded.category_id, since = now();
  return null;
end $$;

create trigger categories_old_slug after update of slug on categories
  for each row when (old.slug is distinct from new.slug) execute function keep_old_category_slug();
