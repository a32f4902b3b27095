-- Files that the add-ons of a row name. They stay while the row does.
alter table wishlist_items add column uploads uuid[] not null default '{}' check (cardinality(uploads) <= 100);
create index wishlist_items_uploads on wishlist_items using gin (uploads) where uploads <> '{}';
