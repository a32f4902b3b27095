-- Orders with their parts, stock, files, shipments and money.

-- Addresses of one mailbox have one key: small letters, no tag as in ada+tag@example.com.
create function email_key(email text) returns text language sql immutable parallel safe as $$
  select regexp_replace(lower(btrim(email)), '\+[^@]*(@[^@]*)$', '\1')
$$;

-- Numbers that shoppers read.
create sequence order_numbers start 1001;

-- What was agreed on with a shopper, as it was. It refers to products by number only, and knows no cart: orders come from other sources too.
create table orders (
  id bigint generated always as identity primary key,
  number bigint not null unique default nextval('order_numbers'),
  -- Whoever has it may see the order: at least 128 random bits.
  token text not null unique check (length(token) between 22 and 100),
  visitor_id uuid references platform.visitors on delete set null,
  -- The customer's row is emptied, not deleted, when the account is: the order stays.
  customer_id bigint references customers on delete restrict,
  -- The checkout, the shop itself, or a program.
  source text not null check (source in ('checkout', 'admin', 'api')),
  -- Sent with the checkout form: the same key again is the same order.
  request_key text unique check (length(request_key) between 16 and 100),
  -- An order that adds to an earlier one, whose lines never change.
  amends_order_id bigint references orders,
  superseded_by bigint references orders,
  status text not null check (status in ('pending', 'on-hold', 'processing', 'completed', 'cancelled', 'refunded', 'failed')),
  cancel_reason text check (cancel_reason in ('superseded', 'expired', 'by-shop', 'by-shopper')),
  -- Why the order is held until its e-mail is confirmed, instead of being placed at once. Null: it was placed at once.
  suspicion text check (suspicion in ('required', 'network-orders', 'address-orders', 'visitor-share', 'network-share', 'stock-share')),
  locale locale not null,
  currency char(3) not null check (currency ~ '^[A-Z]{3}$'),
  -- Sums of the parts, as prices are entered, in minor units. Triggers compare them with the parts.
  items_total minor_units not null,
  discount_total minor_units not null default 0,
  shipping_total minor_units not null default 0,
  fee_total minor_units not null default 0,
  tax_total minor_units not null default 0,
  total minor_units not null,
  -- Captured and refunded money of the order's payments. Triggers keep both.
  captured_total minor_units not null default 0,
  refunded_total minor_units not null default 0,
  prices_include_tax boolean not null,
  tax_rounding text not null default 'line' check (tax_rounding in ('line', 'total')),
  -- Why the order has no tax, as of its placing: the invoice says it. Null: it has taxes.
  untaxed_reason text check (untaxed_reason in ('not-charged', 'exempt', 'zero-rate', 'not-taxable', 'outside-area', 'no-rate')),
  email text not null check (length(email) between 3 and 320),
  phone text not null default '' check (length(phone) <= 50),
  note text not null default '' check (length(note) <= 2000),
  payment_method text not null check (payment_method ~ '^[a-z0-9_-]{1,50}$'),
  payment_title text not null check (length(payment_title) <= 200),
  -- [{ label, value }]: what the shopper was told to do to pay, as it was when they ordered.
  payment_instructions jsonb not null default '[]' check (jsonb_typeof(payment_instructions) = 'array'),
  -- How long the shopper has to pay from the moment of the confirmation, while that is awaited.
  payment_seconds bigint check (payment_seconds > 0),
  -- Where the order was placed, as a keyed hash: many unpaid ones from one network are held.
  network_hash text check (length(network_hash) <= 100),
  -- Values of the fields that other features add to the checkout, by field name.
  meta jsonb not null default '{}' check (jsonb_typeof(meta) = 'object'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- When it became known that the e-mail address is the shopper's, or that the order is meant.
  confirmed_at timestamptz,
  -- 'shopper': by the link in the mail, now or for an earlier order; 'shop': by the shop itself; 'payment': it was paid.
  confirmed_by text check (confirmed_by in ('shopper', 'shop', 'payment')),
  -- When an order that nobody has paid returns its stock.
  due_at timestamptz,
  -- When the shopper was reminded to pay.
  reminded_at timestamptz,
  paid_at timestamptz,
  completed_at timestamptz,
  cancelled_at timestamptz,
  -- When what the shopper has told was removed. Amounts, products and the country stay, for the books.
  erased_at timestamptz,
  constraint discount_is_of_the_items check (discount_total <= items_total),
  constraint completed_is_paid check (status not in ('completed', 'refunded') or paid_at is not null),
  constraint cancelled_says_why check (
    (status = 'cancelled') = (cancel_reason is not null) and (status = 'cancelled') = (cancelled_at is not null)
  ),
  constraint superseded_says_by_what check (superseded_by is null or cancel_reason = 'superseded'),
  constraint confirmed_says_by_whom check ((confirmed_at is null) = (confirmed_by is null)),
  -- A failed order keeps its stock for another try, until it is due like a pending one.
  constraint unpaid_is_due check (status not in ('pending', 'on-hold', 'failed') or due_at is not null),
  constraint orders_at_most_one_owner check (num_nonnulls(visitor_id, customer_id) <= 1),
  constraint refunded_at_most_captured check (refunded_total <= captured_total),
  constraint orders_erased_are_empty
    check (erased_at is null or (email = 'deleted@customer.invalid' and phone = '' and note = '' and meta = '{}'))
);

-- Orders of a guest, and of a customer.
create index orders_visitor on orders (visitor_id) where visitor_id is not null;
create index orders_customer on orders (customer_id) where customer_id is not null;
-- Lists of orders, newest first: all, those of a status.
create index orders_newest on orders (created_at desc, id desc);
create index orders_by_status on orders (status, created_at desc, id desc);
-- For the foreign keys, and for the orders that add to one.
create index orders_superseded_by on orders (superseded_by) where superseded_by is not null;
create index orders_amends on orders (amends_order_id) where amends_order_id is not null;
-- The job that cancels unpaid orders.
create index orders_due on orders (due_at) where status in ('pending', 'on-hold', 'failed');
-- Money that came after the order had ended.
create index orders_late_money on orders (id) where status = 'cancelled' and captured_total > refunded_total;
-- Guest orders of an address, which become its customer's.
create index orders_guest_email on orders (lower(email)) where customer_id is null;
-- Whether somebody has ordered before.
create index orders_email_key on orders (email_key(email));
-- Unpaid orders from one network.
create index orders_network on orders (network_hash, created_at) where network_hash is not null;

-- Compares the totals of an order with the sums of its parts, at the end of the transaction. It runs once for many rows of one order: the
-- setting names the last order that was compared.
create function check_order_sums() returns trigger language plpgsql as $$
declare
  checked_id bigint;
  wrong text;
begin
  if tg_table_name = 'orders' then checked_id := new.id;
  elsif tg_op = 'DELETE' then checked_id := old.order_id;
  else checked_id := new.order_id;
  end if;
  if current_setting('vitrine.order_sums_checked', true) = checked_id::text then return null; end if;
  perform set_config('vitrine.order_sums_checked', checked_id::text, true);
  select case
    when (o.items_total, o.discount_total) is distinct from (l.subtotal, l.subtotal - l.total) then 'items'
    when o.shipping_total <> s.total then 'shipping'
    when o.fee_total <> f.total then 'fees'
    when o.tax_total <> l.tax + s.tax + f.tax then 'tax'
    when o.total <> l.gross + s.gross + f.gross then 'total'
    when l.wrong_adjustments or l.wrong_taxes or s.wrong_taxes or f.wrong_taxes then 'lines'
  end into wrong
  from orders o
  cross join lateral (
    select coalesce(sum(l.unit_price * l.quantity), 0) as subtotal, coalesce(sum(l.total), 0) as total, coalesce(sum(l.tax), 0) as tax,
      coalesce(sum(l.gross), 0) as gross, coalesce(bool_or(l.total <> l.unit_price * l.quantity + coalesce(a.amount, 0)), false) as wrong_adjustments,
      coalesce(bool_or(l.tax <> coalesce(t.amount, 0)), false) as wrong_taxes
    from order_lines l
    left join (select line_id, sum(amount) as amount from order_adjustments where order_id = o.id group by 1) a on a.line_id = l.id
    left join (select line_id, sum(amount) as amount from order_tax_lines where order_id = o.id group by 1) t on t.line_id = l.id
    where l.order_id = o.id
  ) l
  cross join lateral (
    select coalesce(sum(s.total), 0) as total, coalesce(sum(s.tax), 0) as tax, coalesce(sum(s.gross), 0) as gross,
      coalesce(bool_or(s.tax <> coalesce(t.amount, 0)), false) as wrong_taxes
    from order_shipping_lines s
    left join (select shipping_line_id, sum(amount) as amount from order_tax_lines where order_id = o.id group by 1) t on t.shipping_line_id = s.id
    where s.order_id = o.id
  ) s
  cross join lateral (
    select coalesce(sum(f.total), 0) as total, coalesce(sum(f.tax), 0) as tax, coalesce(sum(f.gross), 0) as gross,
      coalesce(bool_or(f.tax <> coalesce(t.amount, 0)), false) as wrong_taxes
    from order_fees f
    left join (select fee_id, sum(amount) as amount from order_tax_lines where order_id = o.id group by 1) t on t.fee_id = f.id
    where f.order_id = o.id
  ) f
  where o.id = checked_id;
  if wrong is not null then
    raise exception 'order %: its % are not the sums of its parts', checked_id, wrong
      using errcode = 'check_violation', constraint = 'order_sums_add_up', table = 'orders';
  end if;
  return null;
end $$;

create constraint trigger orders_sums_add_up after insert or update of items_total, discount_total, shipping_total, fee_total, tax_total, total
  on orders deferrable initially deferred for each row execute function check_order_sums();

-- As they were written. A shipping address is there when it is another one.
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

-- What was sold, as it was. No foreign keys: orders outlive the products.
create table order_lines (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders on delete cascade,
  product_id integer not null,
  variation_id integer not null,
  position integer not null,
  -- Stable and unique in its order: breaks ties of rounding.
  key text not null,
  name text not null,
  sku text,
  -- [{ name, value }]
  options jsonb not null default '[]' check (jsonb_typeof(options) = 'array'),
  -- What was chosen of the attributes that the variation leaves open, so that it can be ordered again.
  choices jsonb not null default '{}' check (jsonb_typeof(choices) = 'object'),
  -- [{ label, value, price }]
  addons jsonb not null default '[]' check (jsonb_typeof(addons) = 'array'),
  -- What was bought: {startsAt, endsAt, timeZone, place, url}.
  event_date jsonb,
  quantity integer not null check (quantity between 1 and 9999),
  unit_price minor_units not null,
  -- Before discounts; the others after them.
  subtotal_net minor_units not null,
  subtotal_gross minor_units not null,
  total minor_units not null,
  net minor_units not null,
  tax minor_units not null default 0,
  gross minor_units not null,
  tax_class text not null,
  weight_grams numeric(12, 3),
  virtual boolean not null,
  downloadable boolean not null,
  -- What the product told its buyers when it was sold: sanitised HTML, shown once the order is paid.
  purchase_note text not null default '',
  unique (order_id, position),
  constraint line_total_at_most_its_price check (total <= unit_price * quantity),
  constraint order_lines_of_order unique (order_id, id),
  constraint order_lines_key unique (order_id, key),
  constraint line_net_plus_tax_is_gross check (net + tax = gross)
);

create index order_lines_product on order_lines (product_id);

create constraint trigger order_lines_sums_add_up after insert or update or delete on order_lines
  deferrable initially deferred for each row execute function check_order_sums();

-- How the order is sent. It may be sent as several packages, each with a line of its own. Today it is one, 'main'.
create table order_shipping_lines (
  id bigint generated always as identity,
  order_id bigint not null references orders on delete cascade,
  -- From where the package is sent.
  location_id integer not null references stock_locations,
  -- Of the calculation. Stable and unique in its order.
  package_key text not null check (length(package_key) between 1 and 100),
  position integer not null,
  method_id text not null check (method_id ~ '^\w+:.+$' and length(method_id) <= 100),
  title text not null check (length(title) <= 200),
  total minor_units not null,
  net minor_units not null,
  tax minor_units not null default 0,
  gross minor_units not null,
  primary key (order_id, position),
  constraint order_shipping_lines_of_order unique (order_id, id),
  constraint order_shipping_lines_package unique (order_id, package_key),
  constraint shipping_net_plus_tax_is_gross check (net + tax = gross)
);

create constraint trigger order_shipping_lines_sums_add_up after insert or update or delete on order_shipping_lines
  deferrable initially deferred for each row execute function check_order_sums();

-- What an order costs besides products and shipping, such as a payment method.
create table order_fees (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders on delete cascade,
  position integer not null,
  -- Stable and unique in its order.
  key text not null,
  name text not null check (length(name) <= 200),
  -- As it is entered, like prices.
  total minor_units not null,
  net minor_units not null,
  tax minor_units not null,
  gross minor_units not null,
  unique (order_id, position),
  unique (order_id, key),
  constraint order_fees_of_order unique (order_id, id),
  constraint fee_net_plus_tax_is_gross check (net + tax = gross)
);

create constraint trigger order_fees_sums_add_up after insert or update or delete on order_fees
  deferrable initially deferred for each row execute function check_order_sums();

-- Discounts, divided among what they belong to. As they are entered, like prices.
create table order_adjustments (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  -- One of these three.
  line_id bigint,
  shipping_line_id bigint,
  fee_id bigint,
  -- What made it, such as promotion:12.
  source text not null check (length(source) between 1 and 100),
  name text not null check (length(name) <= 200),
  -- Negative: a discount.
  amount bigint not null check (amount < 0 and amount >= -1000000000000),
  constraint adjustment_of_one check (num_nonnulls(line_id, shipping_line_id, fee_id) = 1),
  foreign key (order_id, line_id) references order_lines (order_id, id),
  foreign key (order_id, shipping_line_id) references order_shipping_lines (order_id, id),
  foreign key (order_id, fee_id) references order_fees (order_id, id)
);

create index order_adjustments_order on order_adjustments (order_id);

create constraint trigger order_adjustments_sums_add_up after insert or update or delete on order_adjustments
  deferrable initially deferred for each row execute function check_order_sums();

-- A 0 % rate has a line too: zero-rated is not exempt.
create table order_tax_lines (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  -- One of these three.
  line_id bigint,
  shipping_line_id bigint,
  fee_id bigint,
  -- In the order of the calculation.
  position integer not null,
  -- Of the rate that was found, such as rate:12. It may be gone.
  rate_key text not null check (length(rate_key) between 1 and 100),
  name text not null check (length(name) <= 200),
  tax_class text not null,
  -- Percent times 10,000.
  rate integer not null check (rate between 0 and 10000000),
  is_compound boolean not null,
  -- From where the seller sends what is taxed: the country of its package's location. What is not sent has the shop's own.
  dispatch_country char(2) not null check (dispatch_country ~ '^[A-Z]{2}$'),
  -- What the rate applies to: the net amount, with a compound rate also the taxes before it.
  net minor_units not null,
  amount minor_units not null,
  constraint tax_line_of_one check (num_nonnulls(line_id, shipping_line_id, fee_id) = 1),
  foreign key (order_id, line_id) references order_lines (order_id, id),
  foreign key (order_id, shipping_line_id) references order_shipping_lines (order_id, id),
  foreign key (order_id, fee_id) references order_fees (order_id, id)
);

create index order_tax_lines_order on order_tax_lines (order_id);

create constraint trigger order_tax_lines_sums_add_up after insert or update or delete on order_tax_lines
  deferrable initially deferred for each row execute function check_order_sums();

-- What happened to an order, who did it, and notes.
create table order_history (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders on delete cascade,
  kind text not null check (kind in ('status', 'refund', 'note')),
  from_status text,
  to_status text,
  text text not null default '' check (length(text) <= 2000),
  -- 'shopper', 'shop', 'job', or the name of the feature that did it.
  by text not null check (length(by) between 1 and 100),
  -- Who of the staff did it, beside the name. Null for shoppers, the shop itself and payment providers.
  by_staff_id bigint references staff_members,
  at timestamptz not null default now()
);

create index order_history_order on order_history (order_id, id);

-- When an order was said to arrive: the days that its shopper was told, and the numbers of days they come from, so that later changes of
-- settings don't rewrite them. An order that is paid late counts from its payment.
create table order_delivery_promises (
  order_id bigint primary key references orders on delete cascade,
  is_pickup boolean not null,
  -- Working days from its payment until it arrives, in any week without holidays.
  total_min smallint not null check (total_min >= 0),
  total_max smallint not null,
  -- Working days until it leaves, and delivery days on its way.
  handling_min smallint not null check (handling_min >= 0),
  handling_max smallint not null,
  transit_min smallint not null check (transit_min >= 0),
  transit_max smallint not null,
  -- Days until what is on backorder can leave.
  wait_days smallint not null check (wait_days >= 0),
  counts_from timestamptz not null,
  earliest date not null,
  latest date not null,
  constraint delivery_promise_total_range check (total_max >= total_min),
  constraint delivery_promise_handling_range check (handling_max >= handling_min),
  constraint delivery_promise_transit_range check (transit_max >= transit_min),
  constraint delivery_promise_days_range check (latest >= earliest)
);

-- Where the shopper of an order came from, as the browser told. An order without a row has no source:
-- the shopper did not allow it, has no script, or the shop entered the order.
create table order_attributions (
  order_id bigint primary key references orders (id) on delete cascade,
  source_type text not null check (source_type in ('utm', 'organic', 'referral', 'typein')),
  referrer text not null default '(none)' check (char_length(referrer) <= 1000),
  utm_campaign text not null default '(none)' check (char_length(utm_campaign) <= 200),
  utm_source text not null default '(none)' check (char_length(utm_source) <= 200),
  utm_medium text not null default '(none)' check (char_length(utm_medium) <= 200),
  utm_content text not null default '(none)' check (char_length(utm_content) <= 200),
  utm_id text not null default '(none)' check (char_length(utm_id) <= 200),
  utm_term text not null default '(none)' check (char_length(utm_term) <= 200),
  utm_source_platform text not null default '(none)' check (char_length(utm_source_platform) <= 200),
  utm_creative_format text not null default '(none)' check (char_length(utm_creative_format) <= 200),
  utm_marketing_tactic text not null default '(none)' check (char_length(utm_marketing_tactic) <= 200),
  session_entry text not null default '(none)' check (char_length(session_entry) <= 1000),
  session_start_time timestamptz,
  session_pages integer check (session_pages between 1 and 1000000),
  session_count integer check (session_count between 1 and 1000000),
  user_agent text not null default '(none)' check (char_length(user_agent) <= 500)
);

-- Files that shoppers send for their orders. The bytes are in `uploads` of the data folder, under the id.
create table uploads (
  -- Random, and part of addresses: it names the file, but opens it for nobody.
  id uuid primary key,
  visitor_id uuid references platform.visitors (id) on delete set null,
  customer_id bigint references customers on delete set null,
  name text not null check (length(name) between 1 and 100),
  -- Found by the content.
  type text not null check (type in ('png', 'jpeg', 'webp', 'pdf')),
  bytes integer not null check (bytes > 0),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null,
  -- When it was last added to a cart, or uploaded.
  used_at timestamptz not null,
  constraint uploads_at_most_one_owner check (num_nonnulls(visitor_id, customer_id) <= 1)
);

-- Files of a guest, and of a customer.
create index uploads_visitor on uploads (visitor_id) where visitor_id is not null;
create index uploads_customer on uploads (customer_id) where customer_id is not null;
-- The job that deletes files that nothing uses.
create index uploads_used on uploads (used_at);

-- Files that belong to an order: they can't be deleted.
create table order_uploads (
  order_id bigint not null references orders on delete restrict,
  upload_id uuid not null references uploads on delete restrict,
  primary key (upload_id, order_id)
);

create index order_uploads_order on order_uploads (order_id);

-- Orders of the shop that are not placed yet: they have no number, and reserve nothing.
create table order_drafts (
  id bigint generated always as identity primary key,
  -- As in the file that made it; checked again when it is placed.
  input jsonb not null check (jsonb_typeof(input) = 'object' and octet_length(input::text) <= 2000000),
  by text not null check (length(by) between 1 and 100),
  by_staff_id bigint references staff_members,
  created_at timestamptz not null default now(),
  -- Set once it is placed.
  order_number bigint unique references orders (number)
);

create index order_drafts_open on order_drafts (id) where order_number is null;

-- How often a coupon was used, for its limits. A customer is known by the account and by the mailbox that an order names; a limit counts
-- what matches either. held: by an order that is not accepted yet. used: by one that is paid or accepted. released: the order was
-- cancelled, has expired or was superseded.
create table coupon_uses (
  id bigint generated always as identity primary key,
  coupon_id integer not null references coupons on delete restrict,
  order_id bigint not null references orders on delete restrict,
  -- Who was signed in when the order was placed, or whose the order became.
  customer_id bigint,
  -- Of the order's address. Null: the order was erased.
  email_key text check (length(email_key) between 1 and 320),
  quantity integer not null default 1 check (quantity > 0),
  state text not null check (state in ('held', 'used', 'released')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint coupon_uses_once_per_order unique (order_id, coupon_id)
);

-- Uses of a coupon, with all that a limit reads.
create index coupon_uses_counted on coupon_uses (coupon_id, email_key) include (order_id, quantity) where state <> 'released';
create index coupon_uses_of_customer on coupon_uses (coupon_id, customer_id) include (order_id, quantity)
  where state <> 'released' and customer_id is not null;

-- Units of managed stock that a line of an order has taken. Stock and variation are not foreign keys: like the stock ledger, reservations
-- outlive the products.
create table stock_reservations (
  id bigint generated always as identity primary key,
  order_id bigint not null,
  line_id bigint not null,
  stock_id integer not null,
  variation_id integer not null,
  location_id integer not null default 1 references stock_locations,
  quantity integer not null check (quantity > 0),
  -- Of these units, how many were not on hand yet.
  backordered integer not null default 0,
  -- Units that left the shop, and units that are back in stock.
  shipped integer not null default 0 check (shipped >= 0),
  returned integer not null default 0 check (returned >= 0),
  -- 'reserved' until the order is paid or prepared, then 'committed'; 'released' when every unit is back in stock.
  state text not null default 'reserved' check (state in ('reserved', 'committed', 'released')),
  foreign key (order_id, line_id) references order_lines (order_id, id) on delete cascade,
  unique (line_id, location_id),
  constraint reservation_units_add_up check (shipped + returned <= quantity and backordered between 0 and quantity - returned),
  constraint released_is_returned check ((state = 'released') = (returned = quantity))
);

-- Reservations of an order, of a variation, unpaid ones of a stock, and units that are still in the shop.
create index stock_reservations_order on stock_reservations (order_id);
create index stock_reservations_variation on stock_reservations (variation_id) where state <> 'released';
create index stock_reservations_reserved on stock_reservations (stock_id) where state = 'reserved';
create index stock_reservations_in_house on stock_reservations (stock_id) where state <> 'released' and shipped + returned < quantity;

-- What left of an order at one time.
create table shipments (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  location_id integer not null default 1 references stock_locations,
  -- As in order_history.
  by text not null check (length(by) between 1 and 100),
  by_staff_id bigint references staff_members,
  shipped_at timestamptz not null default now(),
  unique (order_id, id)
);

-- What a shipment was handed over as, so far as it is known. A pickup has none.
create table parcels (
  id bigint generated always as identity primary key,
  shipment_id bigint not null references shipments,
  carrier text not null check (length(carrier) <= 100),
  tracking_number text not null check (length(tracking_number) <= 100),
  tracking_url text not null check (tracking_url ~ '^(https?://.+)?$' and length(tracking_url) <= 1000),
  constraint parcel_tells_something check ((carrier, tracking_number, tracking_url) <> ('', '', ''))
);

create index parcels_shipment on parcels (shipment_id);

-- What was in a shipment.
create table shipment_lines (
  shipment_id bigint not null,
  order_id bigint not null,
  line_id bigint not null,
  quantity integer not null check (quantity > 0),
  primary key (shipment_id, line_id),
  foreign key (order_id, shipment_id) references shipments (order_id, id),
  foreign key (order_id, line_id) references order_lines (order_id, id)
);

-- Shipped units of a line.
create index shipment_lines_line on shipment_lines (line_id);

create trigger shipment_lines_append_only before update or delete or truncate on shipment_lines
  for each statement execute function enforce_append_only();

-- Units that will not be shipped, since they were refunded before.
create table cancelled_units (
  id bigint generated always as identity primary key,
  order_id bigint not null,
  line_id bigint not null,
  quantity integer not null check (quantity > 0),
  by text not null check (length(by) between 1 and 100),
  by_staff_id bigint references staff_members,
  cancelled_at timestamptz not null default now(),
  foreign key (order_id, line_id) references order_lines (order_id, id)
);

-- Cancelled units of a line.
create index cancelled_units_line on cancelled_units (line_id);

-- Units of a line that were neither shipped nor cancelled.
create function count_units_left(line order_lines) returns integer language sql stable as $$
  select (line.quantity - coalesce((select sum(quantity) from shipment_lines where line_id = line.id), 0)
    - coalesce((select sum(quantity) from cancelled_units where line_id = line.id), 0))::integer
$$;

-- Whoever ships has locked the order's row, so the sum is stable.
create function check_units_left() returns trigger language plpgsql as $$
begin
  if (select count_units_left(l) from order_lines l where l.id = new.line_id) < 0 then
    raise exception 'line % has fewer units than were shipped and cancelled', new.line_id
      using errcode = 'check_violation', constraint = 'shipped_at_most_the_quantity', table = tg_table_name;
  end if;
  return null;
end $$;

create constraint trigger cancelled_units_at_most_the_quantity after insert on cancelled_units
  for each row execute function check_units_left();
create trigger cancelled_units_append_only before update or delete or truncate on cancelled_units
  for each statement execute function enforce_append_only();

create constraint trigger shipment_lines_at_most_the_quantity after insert on shipment_lines
  for each row execute function check_units_left();

-- Lets whoever bought a line download one file. Name and location are those of the purchase.
create table download_grants (
  id uuid primary key default gen_random_uuid(),
  order_line_id bigint not null references order_lines on delete cascade,
  position integer not null,
  name text not null check (btrim(name) <> ''),
  location text not null check (btrim(location) <> '' and length(location) <= 2000),
  -- Downloads that are left. Null: no limit.
  remaining integer check (remaining >= 0),
  -- Null: never.
  expires_at timestamptz,
  downloads integer not null default 0 check (downloads >= 0),
  last_downloaded_at timestamptz,
  unique (order_line_id, position),
  constraint download_grants_say_when check ((downloads = 0) = (last_downloaded_at is null))
);

-- In how many paid orders a product was bought with another one. A job counts them; nothing tells whose orders they were.
create table product_companions (
  product_id integer not null references products on delete cascade,
  companion_id integer not null references products on delete cascade,
  orders integer not null check (orders > 0),
  primary key (product_id, companion_id),
  constraint companion_is_another_product check (companion_id <> product_id)
);

-- For the foreign key: deleting a product.
create index product_companions_companion on product_companions (companion_id);

-- The ledger of money: payments, their transactions, refunds, and what providers report. Rows about money are never deleted.
create table payments (
  id bigint generated always as identity primary key,
  -- Known to the provider and in addresses; a payment is not guessed from it.
  public_id uuid not null unique default gen_random_uuid(),
  order_id bigint references orders on delete restrict,
  -- The checkout attempt that holds the payment until there is an order. Its foreign key is added with checkout_attempts.
  attempt_id bigint,
  provider text not null check (provider ~ '^[a-z0-9_-]{1,50}$'),
  -- The provider's own id of the payment.
  reference text check (length(reference) between 1 and 200),
  amount minor_units not null,
  currency char(3) not null check (currency ~ '^[A-Z]{3}$'),
  -- Sums of the succeeded transactions. A trigger keeps them.
  authorized minor_units not null default 0,
  captured minor_units not null default 0,
  refunded minor_units not null default 0,
  voided minor_units not null default 0,
  -- 'open': money can move or has moved; what has happened is in the sums.
  status text not null check (status in ('created', 'requires_action', 'pending', 'open', 'failed', 'cancelled', 'expired')),
  -- What the shopper has to do next, as the provider said: { kind: 'redirect', url } or { kind: 'client', data }.
  next_action jsonb check (jsonb_typeof(next_action) = 'object'),
  -- Why a provider has ended a payment without money, in its words: its code, or a sentence for staff.
  failure text not null default '' check (length(failure) <= 500),
  -- Where the payment was started, as a keyed hash: many that fail from one network are a test of stolen cards.
  network_hash text check (length(network_hash) <= 100),
  -- When the provider's state was last read.
  settled_at timestamptz,
  authorized_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider, reference),
  constraint payment_has_an_owner check (num_nonnulls(attempt_id, order_id) >= 1),
  constraint captured_at_most_authorized check (authorized = 0 or captured + voided <= authorized),
  constraint refunded_at_most_captured check (refunded <= captured)
);

-- Payments of an order, and of a checkout attempt.
create index payments_order on payments (order_id) where order_id is not null;
create index payments_attempt on payments (attempt_id) where attempt_id is not null;
-- Money that a provider may give back, or have to.
create index payments_captured on payments (created_at) where captured > refunded;
-- Payments whose state a job reads again.
create index payments_unsettled on payments (settled_at) where status in ('created', 'requires_action', 'pending')
  or (status = 'open' and captured + voided < authorized);
-- Failed payments from one network.
create index payments_failed_by_network on payments (network_hash, created_at) where status = 'failed';
-- Money that came before its order, which may never come: it is given back.
create index payments_without_order on payments (created_at) where order_id is null;

-- The sums change with a transaction only.
create function protect_payment_sums() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() > 1 then
    return new;
  end if;
  if tg_op = 'INSERT' and (new.authorized, new.captured, new.refunded, new.voided) is distinct from (0, 0, 0, 0)
    or tg_op = 'UPDATE' and (new.authorized, new.captured, new.refunded, new.voided)
      is distinct from (old.authorized, old.captured, old.refunded, old.voided) then
    raise exception 'the sums of a payment are those of its transactions' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create trigger payments_protect_sums before insert or update on payments for each row execute function protect_payment_sums();

-- An order that takes a payment over takes its sums over, too. Lock order: the caller has locked the order before the payment.
create function add_order_payments() returns trigger language plpgsql as $$
begin
  update orders set
    captured_total = captured_total + new.captured - case when old.order_id is null then 0 else old.captured end,
    refunded_total = refunded_total + new.refunded - case when old.order_id is null then 0 else old.refunded end
  where id = new.order_id;
  return null;
end $$;

create trigger payments_add_up after update on payments for each row
  when ((new.order_id, new.captured, new.refunded) is distinct from (old.order_id, old.captured, old.refunded))
  execute function add_order_payments();
-- A payment that got neither an order nor money is no row about money. Its transactions and events keep it.
create trigger payments_stay before delete on payments for each row
  when (old.order_id is not null or old.authorized > 0 or old.captured > 0) execute function enforce_append_only();
create trigger payments_are_not_truncated before truncate on payments for each statement execute function enforce_append_only();

-- Money that is given back for an order.
create table refunds (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders on delete restrict,
  -- The same key again is the same refund.
  request_key text not null unique check (length(request_key) between 8 and 100),
  -- 'requested' reserves the money until the payments have answered.
  status text not null check (status in ('requested', 'succeeded', 'failed')),
  -- 'late-payment': the order had ended, or was paid already, when the money came.
  cause text not null check (cause in ('staff', 'late-payment')),
  -- What was given back, once the refund has succeeded: a payment may refuse its part.
  amount minor_units not null check (amount > 0),
  requested_amount minor_units not null,
  reason text not null default '' check (length(reason) <= 2000),
  restock boolean not null default false,
  by text not null check (length(by) between 1 and 100),
  by_staff_id bigint references staff_members,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  constraint finished_says_when check ((status = 'requested') = (finished_at is null))
);

create index refunds_order on refunds (order_id, id);

create trigger refunds_stay before delete or truncate on refunds for each statement execute function enforce_append_only();

-- A row changes once: from requested to succeeded or failed. The arguments are the columns that may change then.
create function finish_once() returns trigger language plpgsql as $$
declare
  changeable constant text[] := tg_argv;
begin
  if old.status <> 'requested' or new.status = 'requested' or to_jsonb(new) - changeable is distinct from to_jsonb(old) - changeable then
    raise exception '%: a row is finished once, and stays', tg_table_name using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create trigger refunds_finish_once before update on refunds
  for each row execute function finish_once('status', 'finished_at', 'amount');

create function check_refund_sums() returns trigger language plpgsql as $$
declare
  checked_id bigint;
  wrong text;
begin
  if tg_table_name = 'refunds' then checked_id := new.id; else checked_id := new.refund_id; end if;
  select case
    when r.amount <> (select coalesce(sum(gross), 0) from refund_lines where refund_id = r.id) then 'lines'
    when exists (
      select from refund_lines l left join refund_tax_lines t on t.refund_id = l.refund_id and t.refund_line_id = l.id
      where l.refund_id = r.id group by l.id
      having l.tax <> coalesce(sum(t.amount), 0) or bool_or(t.net <> l.net + case when t.is_compound then (
        select coalesce(sum(amount), 0) from refund_tax_lines earlier where earlier.refund_line_id = t.refund_line_id and earlier.position < t.position
      ) else 0 end)
    ) then 'taxes'
    when exists (
      select from (
        select t.rate_key, sum(t.net) as net, sum(t.amount) as amount from refunds other join refund_tax_lines t on t.refund_id = other.id
        where other.order_id = r.order_id and other.status <> 'failed' group by 1
      ) refunded left join (
        select rate_key, sum(net) as net, sum(amount) as amount from order_tax_lines where order_id = r.order_id group by 1
      ) sold using (rate_key)
      where refunded.net > coalesce(sold.net, 0) or refunded.amount > coalesce(sold.amount, 0)
    ) then 'rates'
  end into wrong
  from refunds r where r.id = checked_id and r.status <> 'failed';
  if wrong is not null then
    raise exception 'refund %: its % do not add up', checked_id, wrong
      using errcode = 'check_violation', constraint = 'refund_sums_add_up', table = 'refunds';
  end if;
  return null;
end $$;

create constraint trigger refunds_sums_add_up after insert on refunds
  deferrable initially deferred for each row execute function check_refund_sums();
create constraint trigger refunds_changed_sums_add_up after update on refunds
  deferrable initially deferred for each row when (new.amount <> old.amount) execute function check_refund_sums();

-- What a refund is for. Each line has one combination of tax rates. 'amount': a part of a free amount. 'unallocated': money that belongs to no
-- part of the order.
create table refund_lines (
  id bigint generated always as identity primary key,
  refund_id bigint not null references refunds on delete restrict,
  order_line_id bigint references order_lines on delete restrict,
  kind text not null check (kind in ('item', 'shipping', 'fee', 'amount', 'unallocated')),
  quantity integer check (quantity > 0),
  net minor_units not null,
  tax minor_units not null,
  gross minor_units not null,
  restocked boolean not null default false,
  constraint item_names_its_line check ((kind = 'item') = (order_line_id is not null) and (kind = 'item') = (quantity is not null)),
  constraint refund_line_net_plus_tax_is_gross check (net + tax = gross),
  constraint only_items_are_restocked check (kind = 'item' or not restocked),
  constraint refund_lines_of_refund unique (refund_id, id)
);

create index refund_lines_order_line on refund_lines (order_line_id) where order_line_id is not null;

-- While a refund is requested its amounts may become smaller, as a payment may refuse its part. Nothing else changes.
create function only_reduce_refund() returns trigger language plpgsql as $$
declare
  amounts constant text[] := array['net', 'tax', 'gross', 'amount'];
begin
  if (select status from refunds where id = old.refund_id) <> 'requested'
    or to_jsonb(new) - amounts is distinct from to_jsonb(old) - amounts
    or exists (select from unnest(amounts) name where (to_jsonb(new) ->> name)::bigint > (to_jsonb(old) ->> name)::bigint) then
    raise exception '%: the amounts of a requested refund may become smaller, nothing else changes', tg_table_name using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create trigger refund_lines_only_reduce before update on refund_lines for each row execute function only_reduce_refund();
create trigger refund_lines_stay before delete or truncate on refund_lines for each statement execute function enforce_append_only();
create constraint trigger refund_lines_sums_add_up after insert or update on refund_lines
  deferrable initially deferred for each row execute function check_refund_sums();

-- As order_tax_lines, of the lines of a refund.
create table refund_tax_lines (
  id bigint generated always as identity primary key,
  refund_id bigint not null references refunds on delete restrict,
  refund_line_id bigint not null,
  position integer not null,
  rate_key text not null check (length(rate_key) between 1 and 100),
  name text not null check (length(name) <= 200),
  tax_class text not null,
  -- Percent times 10,000.
  rate integer not null check (rate between 0 and 10000000),
  is_compound boolean not null,
  -- As in order_tax_lines, of the refund line.
  net minor_units not null,
  amount minor_units not null,
  foreign key (refund_id, refund_line_id) references refund_lines (refund_id, id) on delete restrict
);

create index refund_tax_lines_refund on refund_tax_lines (refund_id);

create trigger refund_tax_lines_only_reduce before update on refund_tax_lines for each row execute function only_reduce_refund();
create trigger refund_tax_lines_stay before delete or truncate on refund_tax_lines for each statement execute function enforce_append_only();
create constraint trigger refund_tax_lines_sums_add_up after insert or update on refund_tax_lines
  deferrable initially deferred for each row execute function check_refund_sums();

-- Each movement of money of a payment, asked for or done.
create table payment_transactions (
  id bigint generated always as identity primary key,
  payment_id bigint not null references payments on delete restrict,
  refund_id bigint references refunds on delete restrict,
  kind text not null check (kind in ('authorize', 'capture', 'void', 'refund', 'dispute')),
  status text not null check (status in ('requested', 'succeeded', 'failed')),
  amount minor_units not null,
  -- The provider's own id of the transaction.
  provider_reference text check (length(provider_reference) between 1 and 200),
  -- Goes with every call for this transaction, so that a call made again is the same call.
  request_key text not null unique check (length(request_key) between 8 and 100),
  -- Why it failed, as the provider said.
  failure text not null default '' check (length(failure) <= 500),
  by text not null check (length(by) between 1 and 100),
  by_staff_id bigint references staff_members,
  requested_at timestamptz not null,
  finished_at timestamptz,
  unique (payment_id, kind, provider_reference),
  constraint finished_says_when check ((status = 'requested') = (finished_at is null)),
  constraint only_refunds_name_one check (refund_id is null or kind = 'refund')
);

-- Transactions that a provider has not answered.
create index payment_transactions_requested on payment_transactions (requested_at) where status = 'requested';
create index payment_transactions_refund on payment_transactions (refund_id) where refund_id is not null;

-- A transaction that succeeded adds to the sums of its payment.
create function add_payment_transaction() returns trigger language plpgsql as $$
begin
  update payments set
    authorized = authorized + case new.kind when 'authorize' then new.amount else 0 end,
    captured = captured + case new.kind when 'capture' then new.amount else 0 end,
    refunded = refunded + case new.kind when 'refund' then new.amount else 0 end,
    voided = voided + case new.kind when 'void' then new.amount else 0 end,
    updated_at = new.finished_at
  where id = new.payment_id;
  return null;
end $$;

create trigger payment_transactions_add_up after insert or update on payment_transactions for each row
  when (new.status = 'succeeded') execute function add_payment_transaction();
create trigger payment_transactions_finish_once before update on payment_transactions
  for each row execute function finish_once('status', 'finished_at', 'failure', 'provider_reference', 'amount');
create trigger payment_transactions_stay before delete or truncate on payment_transactions for each statement execute function enforce_append_only();

-- What providers report. The payment is unknown while its reference is: such an event is tried again.
create table provider_events (
  id bigint generated always as identity primary key,
  provider text not null check (provider ~ '^[a-z0-9_-]{1,50}$'),
  event_id text not null check (length(event_id) between 1 and 200),
  payment_id bigint references payments on delete restrict,
  -- The payment, as the event names it: our public id, or the provider's reference.
  public_id uuid,
  reference text check (length(reference) between 1 and 200),
  received_at timestamptz not null,
  settled_at timestamptz,
  unique (provider, event_id)
);

-- Events of a payment.
create index provider_events_payment on provider_events (payment_id) where payment_id is not null;
-- Events that are tried again.
create index provider_events_waiting on provider_events (id) where settled_at is null;
