-- Discounts that apply by themselves.
create table promotions (
  id integer generated always as identity primary key,
  name text not null check (btrim(name) <> '' and length(name) <= 200),
  percent numeric(7, 4) check (percent > 0 and percent <= 100),
  amount minor_units check (amount > 0),
  -- Of `amount`.
  currency char(3) not null check (currency ~ '^[A-Z]{3}$'),
  -- Null: off the whole order. Not foreign keys: a promotion of a deleted product must not become one of all products.
  product_ids integer[] check (cardinality(product_ids) > 0),
  min_quantity integer not null default 1 check (min_quantity between 1 and 9999),
  priority integer not null default 10 check (priority between 0 and 1000),
  starts_at timestamptz,
  -- Exclusive.
  ends_at timestamptz,
  created_at timestamptz not null default now(),
  constraint promotion_has_one_discount check (num_nonnulls(percent, amount) = 1),
  constraint promotion_ends_after_its_start check (ends_at > starts_at)
);
