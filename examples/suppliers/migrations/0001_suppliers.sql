create table suppliers (
  id integer generated always as identity primary key,
  name text not null check (length(name) between 1 and 100),
  email text check (length(email) between 3 and 254),
  -- What to order next. Empty: nothing.
  reorder_note text not null default '' check (length(reorder_note) <= 500),
  created_at timestamptz not null
);

create unique index suppliers_name on suppliers (lower(name));
-- The sorts of the list, and what waits.
create index suppliers_by_name on suppliers (lower(name), id);
create index suppliers_newest on suppliers (created_at, id);
create index suppliers_to_order on suppliers (lower(name), id) where reorder_note <> '';
create index suppliers_words on suppliers using gin ((name || ' ' || coalesce(email, '')) gin_trgm_ops);

-- Coupons that a supplier pays for.
create table supplier_coupons (
  coupon_id integer primary key references coupons on delete cascade,
  supplier_id integer not null references suppliers on delete cascade
);

create index supplier_coupons_supplier on supplier_coupons (supplier_id, coupon_id);
