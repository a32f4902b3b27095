-- When a customer got the last mail with wishlist news.
create table wishlist_mails (
  customer_id bigint primary key references customers on delete cascade,
  sent_at timestamptz not null
);

-- What a customer knows of a row from the last look: nothing is told twice.
create table wishlist_item_looks (
  item_id bigint primary key references wishlist_items on delete cascade,
  -- Of one item, as pages show it, in minor units; null when it cannot be told.
  price bigint check (price >= 0),
  is_available boolean not null,
  looked_at timestamptz not null
);
