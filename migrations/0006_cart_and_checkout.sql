-- Carts, and what becomes an order.

-- Never the same twice, whichever cart it is: a browser that has seen a version has seen its content.
create sequence cart_versions;

-- What a guest or a customer wants to buy. A customer has one open cart on all devices.
create table carts (
  id uuid primary key default gen_random_uuid(),
  visitor_id uuid references platform.visitors on delete cascade,
  customer_id bigint references customers on delete cascade,
  -- The customer's cart that took over the lines of a guest's cart at sign-in.
  merged_into uuid references carts on delete cascade,
  state text not null default 'open' check (state in ('open', 'ordered', 'merged')),
  version bigint not null default nextval('cart_versions'),
  locale locale not null,
  currency char(3) not null check (currency ~ '^[A-Z]{3}$'),
  -- As they were entered, in the order in which they were added.
  coupon_codes text[] not null default '{}',
  -- The shipping option that the owner chose.
  shipping_method text check (length(shipping_method) between 1 and 200),
  -- Where the cart is sent, as far as its owner has said.
  destination_country text check (destination_country ~ '^[A-Z]{2}$'),
  -- Empty when unknown, like postcode and city.
  destination_state text not null default '' check (length(destination_state) <= 100),
  destination_postcode text not null default '' check (length(destination_postcode) <= 20),
  destination_city text not null default '' check (length(destination_city) <= 100),
  -- The address of the invoice, as far as its owner has said: taxes may depend on it. Else it is the destination.
  billing_country text,
  billing_state text not null default '',
  billing_postcode text not null default '',
  billing_city text not null default '',
  -- The last requests that added something, newest first: [{"key", "hash", "at" (ms since 1970), "lines": {fingerprint: quantity}}].
  recent_adds jsonb not null default '[]' check (jsonb_typeof(recent_adds) = 'array' and jsonb_array_length(recent_adds) <= 10),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint carts_one_owner check (num_nonnulls(visitor_id, customer_id) = 1),
  constraint carts_merged_into_another check ((state = 'merged') = (merged_into is not null)),
  constraint carts_destination_has_country
    check (destination_country is not null or (destination_state = '' and destination_postcode = '' and destination_city = '')),
  constraint carts_few_coupons check (
    cardinality(coupon_codes) <= 10 and array_position(coupon_codes, null) is null and length(array_to_string(coupon_codes, '')) <= 1000)
);

-- One open cart for each owner.
create unique index carts_one_open on carts (visitor_id) where state = 'open';
create unique index carts_one_open_of_customer on carts (customer_id) where state = 'open';
-- Carts of an owner, and for the foreign keys.
create index carts_visitor on carts (visitor_id);
create index carts_customer on carts (customer_id) where customer_id is not null;
create index carts_merged_into on carts (merged_into) where merged_into is not null;
-- For the jobs that purge: each reads its rows from the oldest on, so many at a time.
create index carts_ordered on carts (updated_at) where state = 'ordered';
create index carts_left_open on carts (updated_at) where state = 'open' and customer_id is null;
create index carts_left_open_of_customer on carts (updated_at) where state = 'open' and customer_id is not null;
create index carts_merged on carts (updated_at) where state = 'merged';

-- Variations in a cart, with what was chosen.
create table cart_lines (
  id uuid primary key default gen_random_uuid(),
  cart_id uuid not null references carts on delete cascade,
  product_id integer not null,
  variation_id integer not null,
  -- Of variation, choices and add-ons: the same again adds to this line.
  fingerprint text not null check (length(fingerprint) = 43),
  position bigint not null generated always as identity,
  quantity integer not null check (quantity between 1 and 9999),
  -- What was chosen where the variation leaves it open: attribute slug to term slug.
  choices jsonb not null default '{}' check (jsonb_typeof(choices) = 'object'),
  -- The add-on fields as they were sent. What they mean and cost is read from the product each time.
  addons jsonb not null default '{}' check (jsonb_typeof(addons) = 'object' and octet_length(addons::text) <= 65536),
  -- The files that the add-ons of a line name.
  uploads uuid[] not null default '{}' check (cardinality(uploads) <= 100),
  -- What the shopper saw last of the line: the cart page tells what has changed since. First the price of one item.
  seen_unit_price bigint check (seen_unit_price >= 0),
  -- Only what is available can be put into a cart.
  seen_availability text not null default 'available' check (seen_availability in ('available', 'short', 'sold-out', 'unavailable')),
  -- How many were left, where the page showed it.
  seen_stock_left integer check (seen_stock_left >= 0),
  -- A line that "buy now" has set aside is not in the cart until it is put back. The cart can have an equal line meanwhile.
  is_aside boolean not null default false,
  -- Removed, and kept for a moment so that it can be put back.
  removed_at timestamptz,
  foreign key (variation_id, product_id) references variations (id, product_id) on delete cascade,
  unique (cart_id, is_aside, fingerprint),
  constraint line_set_aside_is_out check (not is_aside or removed_at is not null)
);

-- For the foreign key: deleting a variation.
create index cart_lines_variation on cart_lines (variation_id);
-- Whether a file is in a cart.
create index cart_lines_uploads on cart_lines using gin (uploads) where uploads <> '{}';

-- What a cart was ordered with.
create table checkout_attempts (
  id bigint generated always as identity primary key,
  cart_id uuid references carts on delete set null,
  -- Null while a payment begins before the order is placed.
  order_id bigint unique references orders,
  -- Sent with the checkout form: the same key again is the same order.
  request_key text not null unique check (length(request_key) between 16 and 100),
  request_hash text not null check (length(request_hash) = 43),
  -- The version of the cart when this was ordered.
  cart_version bigint not null,
  -- The version of a cart that stayed open with what was not ordered when the order was accepted. A request that is repeated finds its
  -- order by it.
  rest_version bigint,
  -- [{ fingerprint, quantity }] of the cart's lines when this was ordered.
  cart_lines jsonb not null default '[]' check (jsonb_typeof(cart_lines) = 'array'),
  -- While its order is pending or failed.
  is_open boolean not null,
  created_at timestamptz not null default now()
);

create unique index checkout_attempts_one_open_per_cart on checkout_attempts (cart_id) where is_open;
create index checkout_attempts_cart on checkout_attempts (cart_id) where cart_id is not null;
-- Payments that began before an order, for the job that ends them.
create index checkout_attempts_without_order on checkout_attempts (created_at) where order_id is null;

alter table payments add foreign key (attempt_id) references checkout_attempts on delete restrict;

-- The id of a cart's next order. It is drawn with the cart, so that reading the checkout changes nothing; the order that is placed gets it.
create table next_order_ids (
  cart_id uuid primary key references carts (id) on delete cascade,
  order_id bigint not null unique default nextval('orders_id_seq')
);

-- Whoever creates a cart, its first write draws the id of its next order.
create function draw_order_id() returns trigger language plpgsql as $$
begin
  insert into next_order_ids (cart_id) values (new.id);
  return null;
end $$;

create trigger carts_draw_order_id after insert on carts for each row execute function draw_order_id();

-- What a shopper has typed into the checkout, so that a reload, a refused order or a closed tab loses nothing.
create table checkout_forms (
  cart_id uuid primary key references carts (id) on delete cascade,
  -- Values by field name, as they were sent.
  form jsonb not null check (jsonb_typeof(form) = 'object'),
  -- The part of a new form that the cart filled in when this was saved: what has changed in the cart since is newer.
  cart_form jsonb not null check (jsonb_typeof(cart_form) = 'object'),
  -- Why orders were refused, newest first, with what was typed: each page that a refusal leads to shows its own, whatever other tabs send.
  refusals jsonb not null default '[]' check (jsonb_typeof(refusals) = 'array'),
  -- A form that a guest had typed, taken over at the sign-in: it is filled in with what is known of the customer.
  is_of_guest boolean not null default false,
  updated_at timestamptz not null default now()
);

-- A job deletes forms that nobody came back to.
create index checkout_forms_updated_at on checkout_forms (updated_at);

-- Guests who have cleared the details of their last order: what is older is not filled in.
create table checkout_cleared_details (
  -- No reference: visitors are kept for what refers to them.
  visitor_id uuid primary key,
  cleared_at timestamptz not null
);

create index checkout_cleared_details_cleared_at on checkout_cleared_details (cleared_at);
