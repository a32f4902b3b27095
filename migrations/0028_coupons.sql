-- What a promotion is for: products, products of categories with their descendants, products of brands. All null: the whole order.
-- Not foreign keys: a promotion of a deleted category must not become one of the whole order.
alter table promotions
  add column category_ids integer[] check (cardinality(category_ids) > 0),
  add column brand_ids integer[] check (cardinality(brand_ids) > 0),
  -- Of the matching lines, in `currency`.
  add column min_spend minor_units check (min_spend > 0),
  -- Of each bundle of this many items, the cheapest `bundle_free` cost nothing.
  add column bundle_quantity integer check (bundle_quantity between 2 and 100),
  add column bundle_free integer check (bundle_free between 1 and 99),
  add column free_shipping boolean not null default false,
  add column first_order_only boolean not null default false,
  -- Of the promotions of one group, only the one with the highest threshold applies.
  add column tier_group text check (tier_group ~ '^[a-z0-9-]{1,50}$'),
  drop constraint promotion_has_one_discount,
  add constraint promotion_has_one_discount check (
    num_nonnulls(percent, amount, bundle_quantity) = 1 or (num_nonnulls(percent, amount, bundle_quantity) = 0 and free_shipping)),
  add constraint promotion_bundle_is_whole check (
    num_nonnulls(bundle_quantity, bundle_free) <> 1 and (bundle_quantity is null or bundle_free < bundle_quantity));

-- Discounts by a code.
create table coupons (
  id integer generated always as identity primary key,
  -- As the owner wrote it, and as it is compared: trimmed, in one case.
  code text not null check (code = btrim(code) and length(code) between 1 and 100),
  code_key text not null unique check (code_key = btrim(code_key) and length(code_key) between 1 and 100),
  description text not null default '' check (length(description) <= 500),
  is_enabled boolean not null default true,
  percent numeric(7, 4) check (percent > 0 and percent <= 100),
  amount minor_units check (amount > 0),
  -- What `amount` is taken off: all matching lines together, or each matching item.
  amount_per text check (amount_per in ('cart', 'item')),
  -- Of `amount`, `min_spend` and `max_spend`.
  currency char(3) not null check (currency ~ '^[A-Z]{3}$'),
  free_shipping boolean not null default false,
  min_spend minor_units check (min_spend > 0),
  max_spend minor_units check (max_spend > 0),
  -- Empty: no condition. Not foreign keys: a coupon of a deleted product must not become one of all products.
  product_ids integer[] not null default '{}',
  category_ids integer[] not null default '{}',
  brand_ids integer[] not null default '{}',
  excluded_product_ids integer[] not null default '{}',
  excluded_category_ids integer[] not null default '{}',
  excluded_brand_ids integer[] not null default '{}',
  excludes_sale_items boolean not null default false,
  -- No other coupon applies beside it.
  individual_use boolean not null default false,
  usage_limit integer check (usage_limit > 0),
  usage_limit_per_customer integer check (usage_limit_per_customer > 0),
  -- At most so many items get the discount, the most expensive first.
  max_items integer check (max_items between 1 and 9999),
  -- E-mail addresses; * is any text. Empty: everybody.
  allowed_emails text[] not null default '{}' check (cardinality(allowed_emails) <= 200),
  priority integer not null default 10 check (priority between 0 and 1000),
  starts_at timestamptz,
  -- Exclusive.
  ends_at timestamptz,
  created_at timestamptz not null default now(),
  constraint coupon_gives_something check (num_nonnulls(percent, amount) = 1 or (num_nonnulls(percent, amount) = 0 and free_shipping)),
  constraint coupon_amount_has_a_base check ((amount is null) = (amount_per is null)),
  constraint coupon_items_are_discounted check (max_items is null or percent is not null or amount_per = 'item'),
  constraint coupon_spend_is_a_range check (max_spend >= min_spend),
  constraint coupon_ends_after_its_start check (ends_at > starts_at)
);

-- held: by an order that is not accepted yet. used: by one that is paid or accepted. released: the order was cancelled, has expired or was superseded.
create table coupon_uses (
  id bigint generated always as identity primary key,
  coupon_id integer not null references coupons on delete restrict,
  order_id bigint not null references orders on delete restrict,
  -- customer:<id>, else email:<normalised address>.
  customer_key text not null check (customer_key ~ '^(customer:\d+|email:.+)$' and length(customer_key) <= 330),
  quantity integer not null default 1 check (quantity > 0),
  state text not null check (state in ('held', 'used', 'released')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint coupon_uses_once_per_order unique (order_id, coupon_id)
);
create index coupon_uses_counted on coupon_uses (coupon_id, customer_key) include (order_id, quantity) where state <> 'released';

-- The codes of a cart, as they were entered, in the order in which they were added.
alter table carts
  add column coupon_codes text[] not null default '{}',
  add constraint carts_few_coupons check (
    cardinality(coupon_codes) <= 10 and array_position(coupon_codes, null) is null and length(array_to_string(coupon_codes, '')) <= 1000);
