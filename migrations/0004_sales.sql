-- Never the same twice, whichever cart it is: a browser that has seen a version has seen its content.
create sequence cart_versions;

create table carts (
  id uuid primary key default gen_random_uuid(),
  visitor_id uuid not null,
  state text not null default 'open' check (state in ('open', 'ordered')),
  version bigint not null default nextval('cart_versions'),
  currency char(3) not null check (currency ~ '^[A-Z]{3}$'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create unique index carts_one_open on carts (visitor_id) where state = 'open';
create index carts_visitor on carts (visitor_id);
create index carts_left_open on carts (updated_at) where state = 'open';

create table cart_lines (
  id uuid primary key default gen_random_uuid(),
  cart_id uuid not null references carts on delete cascade,
  variation_id integer not null,
  product_id integer not null,
  quantity integer not null check (quantity between 1 and 9999),
  -- What was chosen where the variation leaves it open: attribute slug to term slug.
  choices jsonb not null default '{}' check (jsonb_typeof(choices) = 'object'),
  -- The add-on fields as they were sent; what they mean and cost is read from the product each time.
  addons jsonb not null default '{}' check (jsonb_typeof(addons) = 'object' and octet_length(addons::text) <= 65536),
  -- Of variation, choices and add-ons: the same thing again adds to this line.
  fingerprint text not null check (length(fingerprint) = 43),
  position bigint not null generated always as identity,
  -- Taken out, and kept for a moment so that it can be put back.
  removed_at timestamptz,
  unique (cart_id, fingerprint),
  foreign key (variation_id, product_id) references variations (id, product_id) on delete cascade
);

create index cart_lines_variation on cart_lines (variation_id);

create sequence order_numbers start 1001;

create table orders (
  id bigint generated always as identity primary key,
  number bigint not null unique default nextval('order_numbers'),
  -- Whoever has it may see the order: at least 128 random bits.
  token text not null unique check (length(token) between 22 and 100),
  cart_id uuid references carts on delete set null,
  -- Of the cart when this was ordered.
  cart_version bigint not null,
  visitor_id uuid,
  status text not null check (status in ('pending', 'on-hold', 'processing', 'completed', 'cancelled', 'refunded', 'failed')),
  cancel_reason text check (cancel_reason in ('superseded', 'expired', 'by-shop', 'by-shopper')),
  superseded_by bigint references orders,
  currency char(3) not null check (currency ~ '^[A-Z]{3}$'),
  items_total minor_units not null,
  discount_total minor_units not null default 0,
  shipping_total minor_units not null default 0,
  fee_total minor_units not null default 0,
  tax_total minor_units not null default 0,
  total minor_units not null,
  prices_include_tax boolean not null,
  refunded_total minor_units not null default 0,
  email text not null check (length(email) between 3 and 320),
  phone text not null default '' check (length(phone) <= 50),
  note text not null default '' check (length(note) <= 2000),
  payment_method text not null check (payment_method ~ '^[a-z0-9_-]{1,50}$'),
  payment_title text not null check (length(payment_title) <= 200),
  -- [{ label, value }]: what the shopper was told to do to pay, as it was when they ordered.
  payment_instructions jsonb not null default '[]' check (jsonb_typeof(payment_instructions) = 'array'),
  -- Sent with the checkout form: the same key again is the same order.
  request_key text not null unique check (length(request_key) between 16 and 100),
  request_hash text not null check (length(request_hash) = 43),
  attribution jsonb not null default '{}' check (jsonb_typeof(attribution) = 'object'),
  -- Values of the fields that other features add to the checkout, by field name.
  meta jsonb not null default '{}' check (jsonb_typeof(meta) = 'object'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- When an order that nobody has paid gives its pieces back.
  due_at timestamptz,
  paid_at timestamptz,
  completed_at timestamptz,
  cancelled_at timestamptz,
  constraint totals_add_up check (
    total = items_total - discount_total + shipping_total + fee_total + case when prices_include_tax then 0 else tax_total end
  ),
  constraint discount_is_of_the_items check (discount_total <= items_total),
  constraint refunded_at_most_the_total check (refunded_total <= total),
  constraint unpaid_is_due check (status not in ('pending', 'on-hold') or due_at is not null),
  constraint completed_is_paid check (status not in ('completed', 'refunded') or paid_at is not null),
  constraint cancelled_says_why check (
    (status = 'cancelled') = (cancel_reason is not null) and (status = 'cancelled') = (cancelled_at is not null)
  ),
  constraint superseded_says_by_what check (superseded_by is null or cancel_reason = 'superseded')
);

create unique index orders_one_open_per_cart on orders (cart_id) where status = 'pending';
create index orders_cart on orders (cart_id) where cart_id is not null;
create index orders_visitor on orders (visitor_id) where visitor_id is not null;
create index orders_due on orders (due_at) where status in ('pending', 'on-hold');
create index orders_newest on orders (created_at desc, id desc);
create index orders_by_status on orders (status, created_at desc, id desc);
create index orders_email on orders (lower(email));
create index orders_superseded_by on orders (superseded_by) where superseded_by is not null;

create table order_addresses (
  order_id bigint not null references orders on delete cascade,
  kind text not null check (kind in ('billing', 'shipping')),
  first_name text not null check (length(first_name) <= 100),
  last_name text not null check (length(last_name) <= 100),
  company text not null default '' check (length(company) <= 200),
  address_1 text not null check (length(address_1) <= 200),
  address_2 text not null default '' check (length(address_2) <= 200),
  city text not null check (length(city) <= 100),
  state text not null default '' check (length(state) <= 100),
  postcode text not null default '' check (length(postcode) <= 20),
  country char(2) not null check (country ~ '^[A-Z]{2}$'),
  primary key (order_id, kind)
);

-- What was sold, as it was: it refers to products by number only, so that it outlives them.
create table order_lines (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders on delete cascade,
  position integer not null,
  product_id integer not null,
  variation_id integer not null,
  name text not null,
  sku text,
  -- [{ name, value }]
  options jsonb not null default '[]' check (jsonb_typeof(options) = 'array'),
  -- [{ label, value, price }]
  addons jsonb not null default '[]' check (jsonb_typeof(addons) = 'array'),
  quantity integer not null check (quantity between 1 and 9999),
  unit_price minor_units not null,
  -- After discounts.
  total minor_units not null,
  tax minor_units not null default 0,
  tax_class text not null,
  weight_grams numeric(12, 3),
  virtual boolean not null,
  downloadable boolean not null,
  unique (order_id, position),
  constraint line_total_at_most_its_price check (total <= unit_price * quantity)
);

create index order_lines_product on order_lines (product_id);

create table order_shipping_lines (
  order_id bigint not null references orders on delete cascade,
  position integer not null,
  method_id text not null check (method_id ~ '^\w+:.+$' and length(method_id) <= 100),
  title text not null check (length(title) <= 200),
  total minor_units not null,
  tax minor_units not null default 0,
  primary key (order_id, position)
);

create table order_history (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders on delete cascade,
  at timestamptz not null default now(),
  kind text not null check (kind in ('status', 'refund', 'note')),
  from_status text,
  to_status text,
  text text not null default '' check (length(text) <= 2000),
  -- 'shopper', 'shop', 'job', or the name of the feature that did it.
  by text not null check (length(by) between 1 and 100)
);

create index order_history_order on order_history (order_id, id);

create table payments (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders on delete cascade,
  method text not null check (method ~ '^[a-z0-9_-]{1,50}$'),
  state text not null default 'pending' check (state in ('pending', 'authorized', 'captured', 'failed', 'voided')),
  amount minor_units not null,
  currency char(3) not null check (currency ~ '^[A-Z]{3}$'),
  -- Sent with every call to the provider, so that a call made again is the same call.
  request_id uuid not null unique default gen_random_uuid(),
  provider_reference text check (length(provider_reference) between 1 and 200),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (method, provider_reference)
);

create index payments_order on payments (order_id);

create table refunds (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders on delete cascade,
  payment_id bigint references payments,
  amount minor_units not null check (amount > 0),
  reason text not null default '' check (length(reason) <= 2000),
  restock boolean not null default false,
  -- The same key again is the same refund.
  request_key text not null unique check (length(request_key) between 8 and 100),
  created_at timestamptz not null default now()
);

create index refunds_order on refunds (order_id, id);
create index refunds_payment on refunds (payment_id) where payment_id is not null;

-- The order's row is locked by this update, so two refunds at once add up, and its CHECK refuses what goes beyond the total.
create function add_refund() returns trigger language plpgsql as $$
begin
  update orders set refunded_total = refunded_total + new.amount where id = new.order_id;
  return null;
end $$;

create trigger refunds_add_up after insert on refunds for each row execute function add_refund();
create trigger refunds_append_only before update or truncate on refunds for each statement execute function refuse_change();

-- Pieces that an order has taken out of stock and may have to give back. Like the stock ledger it outlives the products.
create table stock_holds (
  order_id bigint not null references orders on delete cascade,
  stock_id integer not null,
  variation_id integer not null,
  quantity integer not null check (quantity > 0),
  -- Of these pieces, how many were not there yet.
  backordered integer not null default 0 check (backordered between 0 and quantity),
  state text not null default 'held' check (state in ('held', 'sold', 'released')),
  primary key (order_id, stock_id, variation_id)
);

create index stock_holds_variation on stock_holds (variation_id) where state <> 'released';
