-- A mark of a giver belongs to the list, and counts for the product there: it stays when the row is removed for good.
alter table wishlist_purchases
  add column wishlist_id bigint references wishlists on delete cascade,
  -- Of the row, when it was bought.
  add column variation_id integer,
  add column addon_hash text check (length(addon_hash) = 43),
  add column product_name text check (length(product_name) <= 500);
update wishlist_purchases p set wishlist_id = i.wishlist_id, variation_id = i.variation_id, addon_hash = i.addon_hash, product_name = i.product_name
  from wishlist_items i where i.id = p.item_id;
alter table wishlist_purchases
  alter column wishlist_id set not null,
  alter column variation_id set not null,
  alter column addon_hash set not null,
  alter column product_name set not null,
  drop column item_id;
create index wishlist_purchases_product on wishlist_purchases (wishlist_id, variation_id);
