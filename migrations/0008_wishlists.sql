-- Wishlists and their mails.

-- Raised by each write of a list, and never reused: scripts compare it with what they know.
create sequence wishlist_versions;

-- Lists of products of guests and customers. Each owner has a default list.
create table wishlists (
  id bigint generated always as identity primary key,
  visitor_id uuid references platform.visitors (id) on delete cascade,
  customer_id bigint references customers on delete cascade,
  -- Of the owner's forms and addresses. It opens the list for nobody else.
  token text not null unique check (token ~ '^[\w-]{22}$'),
  -- Whoever has it may see a list that is not private. A new one revokes it.
  share_token text not null unique check (share_token ~ '^[\w-]{22}$'),
  -- Of lists that were merged into this one.
  former_share_tokens text[] not null default '{}' check (cardinality(former_share_tokens) <= 20),
  -- Of the request that created the list, with its owner, name and privacy, as a hash: when it comes again, it creates no other list.
  request_key text unique check (length(request_key) = 43),
  -- Null: the default list has the name that the shop gives it.
  name text check (btrim(name) <> '' and length(name) <= 200),
  locale locale not null,
  -- 0: public, 1: shared by link, 2: private.
  privacy smallint not null check (privacy between 0 and 2),
  is_default boolean not null,
  is_gift_list boolean not null default false,
  event_date date,
  -- Where gifts are sent. The shop and the owner see it.
  delivery_address text not null default '' check (length(delivery_address) <= 1000),
  -- Whether the owner wants to see what was bought.
  shows_bought boolean not null default false,
  -- Items that came from a guest's default list at sign-in, until the owner has seen it.
  merged_items integer not null default 0 check (merged_items >= 0),
  version bigint not null default nextval('wishlist_versions'),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Deleted, and kept for a moment so that it can be restored.
  deleted_at timestamptz,
  constraint wishlists_one_owner check (num_nonnulls(visitor_id, customer_id) = 1),
  constraint wishlists_others_are_named check (is_default or name is not null),
  constraint wishlists_default_stays check (not (is_default and deleted_at is not null))
);

create unique index wishlists_one_default on wishlists (visitor_id) where is_default;
create unique index wishlists_one_default_of_customer on wishlists (customer_id) where is_default;
create index wishlists_visitor on wishlists (visitor_id) where visitor_id is not null;
create index wishlists_customer on wishlists (customer_id) where customer_id is not null;
create index wishlists_former_tokens on wishlists using gin (former_share_tokens) where former_share_tokens <> '{}';
-- Public lists, newest first.
create index wishlists_public on wishlists (updated_at desc) where privacy = 0 and deleted_at is null;
-- For the jobs that delete lists.
create index wishlists_guests on wishlists (updated_at) where customer_id is null;
create index wishlists_deleted on wishlists (deleted_at) where deleted_at is not null;

create table wishlist_items (
  -- The row id.
  id bigint generated always as identity primary key,
  wishlist_id bigint not null references wishlists on delete cascade,
  -- The product may be deleted: the row then says that it is no longer available.
  product_id integer not null,
  -- The product's id while no variation is chosen.
  variation_id integer not null,
  -- When it was added, for products that are deleted.
  product_name text not null check (length(product_name) <= 500),
  -- Attribute slug to term slug, where the variation leaves it open.
  choices jsonb not null default '{}' check (jsonb_typeof(choices) = 'object' and octet_length(choices::text) <= 8192),
  -- Submitted add-on values by field name.
  addons jsonb not null default '{}' check (jsonb_typeof(addons) = 'object' and octet_length(addons::text) <= 65536),
  -- Files that the add-ons name. They stay while the row does.
  uploads uuid[] not null default '{}' check (cardinality(uploads) <= 100),
  -- Of choices and add-ons.
  addon_hash text not null check (length(addon_hash) = 43),
  quantity integer not null check (quantity between 1 and 9999),
  -- Two full notes and a line break between them: rows that are merged keep both.
  note text not null default '' check (length(note) <= 1001),
  -- From 1, without gaps. Null: removed.
  position integer check (position >= 1),
  -- Price of one item when it was added, as entered, in minor units; null when it was unknown.
  added_price bigint check (added_price >= 0),
  was_available boolean not null,
  added_at timestamptz not null,
  -- Removed, and kept for a moment so that it can be restored, at this position.
  removed_at timestamptz,
  removed_position integer check (removed_position >= 1),
  constraint wishlist_items_once unique (wishlist_id, variation_id, addon_hash),
  constraint wishlist_items_position unique (wishlist_id, position) deferrable,
  constraint wishlist_items_removed check (
    num_nonnulls(position, removed_at) = 1 and (removed_at is null) = (removed_position is null))
);

create index wishlist_items_variation on wishlist_items (variation_id);
create index wishlist_items_removed_at on wishlist_items (removed_at) where removed_at is not null;
-- Whether a file is in a list.
create index wishlist_items_uploads on wishlist_items using gin (uploads) where uploads <> '{}';

-- What givers bought of a gift list. A mark of a giver belongs to the list, and counts for the product there: it stays when the row is
-- removed for good.
create table wishlist_purchases (
  id bigint generated always as identity primary key,
  wishlist_id bigint not null references wishlists on delete cascade,
  -- Who may take it back.
  visitor_id uuid references platform.visitors (id) on delete set null,
  customer_id bigint references customers on delete set null,
  -- Of the row, when it was bought.
  variation_id integer not null,
  addon_hash text not null check (length(addon_hash) = 43),
  -- Of the request that marked something as bought, with its row, quantity and giver, as a hash: when it comes again, it marks nothing more.
  request_key text unique check (length(request_key) = 43),
  product_name text not null check (length(product_name) <= 500),
  quantity integer not null check (quantity between 1 and 9999),
  giver text not null default '' check (length(giver) <= 100),
  bought_at timestamptz not null,
  -- When the owner thanked for it.
  thanked_at timestamptz,
  constraint wishlist_purchases_at_most_one_giver check (num_nonnulls(visitor_id, customer_id) <= 1)
);

create index wishlist_purchases_visitor on wishlist_purchases (visitor_id) where visitor_id is not null;
create index wishlist_purchases_customer on wishlist_purchases (customer_id) where customer_id is not null;
-- Guests who gave a gift or followed a list are forgotten after a while.
create index wishlist_purchases_guests on wishlist_purchases (bought_at) where visitor_id is not null;
create index wishlist_purchases_product on wishlist_purchases (wishlist_id, variation_id);

-- Who is told what changes in a list of somebody else.
create table wishlist_followers (
  wishlist_id bigint not null references wishlists on delete cascade,
  visitor_id uuid references platform.visitors (id) on delete cascade,
  customer_id bigint references customers on delete cascade,
  followed_at timestamptz not null,
  constraint wishlist_followers_one_owner check (num_nonnulls(visitor_id, customer_id) = 1),
  constraint wishlist_followers_once unique nulls not distinct (wishlist_id, visitor_id, customer_id)
);

create index wishlist_followers_visitor on wishlist_followers (visitor_id) where visitor_id is not null;
create index wishlist_followers_customer on wishlist_followers (customer_id) where customer_id is not null;
create index wishlist_followers_guests on wishlist_followers (followed_at) where visitor_id is not null;

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
