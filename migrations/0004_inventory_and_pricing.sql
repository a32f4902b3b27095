-- What is there and what it costs: stock, price history, tax rates, promotions and coupons.

-- Where stock lies.
create table stock_locations (
  -- Given, so that the first location is known.
  id integer primary key,
  name text not null unique check (btrim(name) <> '' and length(name) <= 100),
  -- Null: the country of the shop's base address, which is in its configuration.
  country char(2) check (country ~ '^[A-Z]{2}$')
);

insert into stock_locations values (1, 'Main');

-- What is there of a variation at a location, or of a product whose variations share a stock.
create table stock_levels (
  variation_id integer not null references variations on delete cascade deferrable initially deferred,
  location_id integer not null default 1 references stock_locations,
  managed boolean not null default false,
  on_hand integer not null default 0 check (on_hand >= 0),
  -- Sold beyond what was there, and still owed.
  backordered integer not null default 0 check (backordered >= 0),
  backorders text not null default 'no' check (backorders in ('no', 'notify', 'yes')),
  low_stock_threshold integer check (low_stock_threshold >= 0),
  -- Counts when the stock is not managed.
  status text not null default 'in' check (status in ('in', 'out', 'backorder')),
  primary key (variation_id, location_id),
  -- There is one location: statements find the level of a stock by its variation alone.
  constraint stock_levels_one_location unique (variation_id)
) with (fillfactor = 80);

-- Each variation has a stock level, and each stock level a variation: both are written in one transaction.
alter table variations add constraint variations_stock foreign key (stock_id) references stock_levels (variation_id) deferrable initially deferred;

-- The ledger: on_hand and backordered are its sums. It outlives the products, so it refers to none.
create table stock_movements (
  id bigint generated always as identity primary key,
  variation_id integer not null,
  location_id integer not null default 1 references stock_locations,
  delta integer not null,
  backordered integer not null default 0,
  reason text not null check (reason in ('set', 'received', 'taken', 'returned')),
  reference text not null default '' check (length(reference) <= 200),
  -- The reference says what a movement is for; of the people only who of the staff made it.
  by_staff_id bigint references staff_members,
  at timestamptz not null default now(),
  constraint stock_movements_move_something check (delta <> 0 or backordered <> 0)
);

-- The movements of a variation, in their order.
create index stock_movements_variation on stock_movements (variation_id, id);

create trigger stock_movements_append_only before update or delete or truncate on stock_movements
  for each statement execute function enforce_append_only();

-- Prices are rows of price lists, each in one currency. There is one list so far.
create table price_lists (
  id integer generated always as identity primary key,
  name text not null unique check (btrim(name) <> '')
);

insert into price_lists (name) values ('Main');

-- What a variation costs. Without a row it has no price, and can't be bought.
create table variation_prices (
  variation_id integer not null references variations on delete cascade,
  price_list_id integer not null default 1 references price_lists,
  currency char(3) not null check (currency ~ '^[A-Z]{3}$'),
  regular_price minor_units not null,
  sale_price minor_units,
  sale_from timestamptz,
  -- The first moment at which the sale is over.
  sale_to timestamptz,
  -- Lowest price of the 30 days before the sale, from price_history; null without one.
  prior_price bigint,
  primary key (variation_id, price_list_id),
  constraint sale_is_cheaper check (sale_price < regular_price),
  constraint sale_dates_need_a_sale check (sale_price is not null or (sale_from is null and sale_to is null)),
  constraint sale_starts_before_it_ends check (sale_from < sale_to)
);

-- The list that the shop sells by. Nothing else names its number but the default above.
create view main_prices as
select variation_id, currency, regular_price, sale_price, sale_from, sale_to, prior_price
from variation_prices where price_list_id = 1;

-- What a variation costs at a moment; null when it has no price. The same rule as isOnSale in pricing.
create function price_at(regular bigint, sale bigint, sale_from timestamptz, sale_to timestamptz, moment timestamptz) returns bigint
  language sql immutable parallel safe
  return case
    when sale is not null and coalesce(sale_from <= moment, true) and coalesce(moment < sale_to, true) then sale
    else regular
  end;

-- Prices that variations had, so that a sale can name the lowest price of the 30 days before it (Directive 98/6/EC, article 6a). A row says
-- what was set, not what it cost at a moment: the sale may begin and end within it.
create table price_history (
  variation_id integer not null references variations on delete cascade,
  valid_from timestamptz not null,
  -- Null: valid now.
  valid_to timestamptz,
  -- Null: not for sale.
  regular_price bigint,
  sale_price bigint,
  sale_from timestamptz,
  sale_to timestamptz,
  currency char(3) not null,
  -- When the sale price first applied, also in rows before this one.
  reduced_at timestamptz,
  -- Lowest price of the 30 days before.
  prior_price bigint,
  primary key (variation_id, valid_from),
  constraint price_history_lasts check (valid_to > valid_from),
  constraint price_history_prior_price_of_a_sale check (prior_price is null or reduced_at is not null)
);

-- One price is valid now.
create unique index price_history_current on price_history (variation_id) where valid_to is null;

-- Whether something of a stock level can be sold. The same rule as getMaxAvailable in inventory.
create function is_available(managed boolean, on_hand integer, backorders text, status text) returns boolean
  language sql immutable parallel safe
  return case when managed then on_hand > 0 or backorders <> 'no' else status <> 'out' end;

-- Whether what is sold of a stock level now is on backorder, and shoppers are told so. The same rule as toStockDisplay in inventory.
create function is_on_backorder(managed boolean, on_hand integer, backorders text, status text) returns boolean
  language sql immutable parallel safe
  return case when managed then on_hand <= 0 and backorders = 'notify' else status = 'backorder' end;

-- What a product of any status is sold as. A variation without a regular price has no price, and can't be bought.
create view offered_variations as
select v.id, p.id as product_id, v.position, o.regular_price,
  is_available(s.managed, s.on_hand, s.backorders, s.status) and not v.event_has_started as is_available
from variations v
join products p on p.id = v.product_id
-- Outer, so that statements that do not read prices skip them. A variation without a price is offered too.
left join main_prices o on o.variation_id = v.id
-- Outer, so that statements that do not read is_available skip it. Each variation has a stock level.
left join stock_levels s on s.variation_id = v.stock_id
where is_offered(v.id, v.enabled, p.id, p.type);

-- The variations with a price that are sold on the page of a product: its own, or those of the published members of a set.
create view product_offers as
select p.id as product_id, v.id as variation_id, o.currency, o.regular_price, o.sale_price, o.sale_from, o.sale_to,
  -- Null: not taxed.
  case when sold.tax_status = 'taxable' then coalesce(v.tax_class, sold.tax_class) end as effective_tax_class,
  is_available(s.managed, s.on_hand, s.backorders, s.status) and not v.event_has_started as is_available,
  -- Lowest price of the 30 days before the sale; null without one.
  o.prior_price,
  v.event_starts_at,
  is_on_backorder(s.managed, s.on_hand, s.backorders, s.status) as is_on_backorder
from products p
-- The conditions on the type keep products that are no groups from looking for members.
cross join lateral (
  select p.id, p.type, p.tax_status, p.tax_class where p.type <> 'grouped'
  union all
  select member.id, member.type, member.tax_status, member.tax_class
  from product_links l join published_products member on member.id = l.linked_id
  where p.type = 'grouped' and l.product_id = p.id and l.kind = 'grouped'
) sold
join variations v on v.product_id = sold.id and is_offered(v.id, v.enabled, sold.id, sold.type)
join main_prices o on o.variation_id = v.id
join stock_levels s on s.variation_id = v.stock_id;

-- A set is priced as a whole wherever it is shown: one of each member, or its minimum. These are the members, by tax class. Amounts are
-- of the minimum quantity, as they are entered. Of a member that is in stock, what is sold out counts only in rows without can_buy.
create function set_member_prices(set_id integer, moment timestamptz)
  returns table (member_id integer, tax_class text, lowest bigint, highest bigint, can_buy boolean) language sql stable parallel safe as $$
  select m.id, o.effective_tax_class, min(n.price) * m.min_quantity, max(n.price) * m.min_quantity,
    -- Whether the form of the set can add it.
    o.is_available and m.type in ('simple', 'variable') and not exists (select from product_addons a where a.product_id = m.id and a.required)
  from product_links l
  join published_products m on m.id = l.linked_id
  join product_offers o on o.product_id = m.id
  cross join lateral (select price_at(o.regular_price, o.sale_price, o.sale_from, o.sale_to, moment) as price) n
  where l.product_id = set_id and l.kind = 'grouped' and m.type <> 'grouped'
  group by m.id, m.type, m.min_quantity, o.effective_tax_class, o.is_available
$$;

-- The price with which a set is shown. What cannot be bought counts only if nothing can.
create function lowest_set_price(set_id integer, moment timestamptz) returns bigint language sql stable parallel safe as $$
  select coalesce(sum(buyable), sum(lowest))::bigint
  from (
    select min(lowest) filter (where can_buy) as buyable, min(lowest) as lowest from set_member_prices(set_id, moment) group by member_id
  ) members
$$;

-- What is added to a price, and where. The first fitting rate of each priority counts.
create table tax_rates (
  id integer generated always as identity primary key,
  tax_class text not null default 'standard' check (tax_class ~ '^[a-z0-9_-]{1,200}$'),
  -- Empty: everywhere.
  country text not null default '' check (country ~ '^([A-Z]{2})?$'),
  -- Without the country; empty: all of it.
  state text not null default '' check (length(state) <= 50),
  -- Single ones (12345), ranges (12345...12399) and prefixes (123*); empty: all.
  postcodes text[] not null default '{}',
  cities text[] not null default '{}',
  -- Cities as they are compared, without case and accents: 'MÜNCHEN' and 'Munchen' are one.
  city_keys text[] not null default '{}',
  percent numeric(9, 4) not null check (percent between 0 and 1000),
  name text not null check (btrim(name) <> '' and length(name) <= 200),
  priority integer not null default 1 check (priority between 1 and 1000),
  -- Applied to the sum of the net amount and the taxes of lower priorities.
  compound boolean not null default false,
  -- Applied to shipping too.
  applies_to_shipping boolean not null default true,
  position integer not null default 0,
  unique (tax_class, country, state, postcodes, cities, priority),
  constraint tax_rates_a_key_for_each_city check (cardinality(city_keys) = cardinality(cities))
);

-- Countries without a rate are looked for among those that the shop sells to.
create index tax_rates_country on tax_rates (country);

-- Discounts that apply by themselves.
create table promotions (
  id integer generated always as identity primary key,
  name text not null check (btrim(name) <> '' and length(name) <= 200),
  percent numeric(7, 4) check (percent > 0 and percent <= 100),
  amount minor_units check (amount > 0),
  -- Of `amount` and `min_spend`.
  currency char(3) not null check (currency ~ '^[A-Z]{3}$'),
  -- Of each bundle of this many items, the cheapest `bundle_free` cost nothing.
  bundle_quantity integer check (bundle_quantity between 2 and 100),
  bundle_free integer check (bundle_free between 1 and 99),
  free_shipping boolean not null default false,
  -- What it is for: products, products of categories with their descendants, products of brands. All null: the whole order.
  -- Not foreign keys: a promotion of a deleted product must not become one of all products.
  product_ids integer[] check (cardinality(product_ids) > 0),
  category_ids integer[] check (cardinality(category_ids) > 0),
  brand_ids integer[] check (cardinality(brand_ids) > 0),
  min_quantity integer not null default 1 check (min_quantity between 1 and 9999),
  -- Of the matching lines.
  min_spend minor_units check (min_spend > 0),
  first_order_only boolean not null default false,
  priority integer not null default 10 check (priority between 0 and 1000),
  -- Of the promotions of one group, only the one with the highest threshold applies.
  tier_group text check (tier_group ~ '^[a-z0-9-]{1,50}$'),
  starts_at timestamptz,
  -- Exclusive.
  ends_at timestamptz,
  created_at timestamptz not null default now(),
  constraint promotion_ends_after_its_start check (ends_at > starts_at),
  constraint promotion_has_one_discount check (
    num_nonnulls(percent, amount, bundle_quantity) = 1 or (num_nonnulls(percent, amount, bundle_quantity) = 0 and free_shipping)),
  constraint promotion_bundle_is_whole check (
    num_nonnulls(bundle_quantity, bundle_free) <> 1 and (bundle_quantity is null or bundle_free < bundle_quantity))
);

-- Discounts by a code.
create table coupons (
  id integer generated always as identity primary key,
  -- As the owner wrote it, and as it is compared: trimmed, in one case, without invisible characters.
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
