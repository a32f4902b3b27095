-- Stock in the back office: why somebody changed a stock, stocktakes, and deliveries that are expected. Then what products are sorted by.

-- What staff say of a change by hand. `set` is a stock that was written as a whole.
alter table stock_movements drop constraint stock_movements_reason_check;
alter table stock_movements add constraint stock_movements_reason_check
  check (reason in ('set', 'received', 'taken', 'returned', 'damaged', 'lost', 'counted', 'corrected', 'other'));
-- What else there is to say.
alter table stock_movements add column note text not null default '' check (length(note) <= 500);

-- What was sold of a stock in the last days: the sums are read from the index alone.
create index stock_movements_sold on stock_movements (variation_id, at) include (delta, backordered) where reason in ('taken', 'returned');
-- What was sold of all stocks in the last days. Rows come in the order of their times.
create index stock_movements_time on stock_movements using brin (at);
-- Movements of one reason. Most are sales, and need none.
create index stock_movements_reason on stock_movements (reason, id) where reason <> 'taken';

-- A scanner reads either code.
create index variations_gtin on variations (lower(gtin)) where gtin is not null;

-- A count of shelves. What is counted is compared with the book, and booked only when somebody applies it.
create table stocktakes (
  id integer generated always as identity primary key,
  name text not null check (btrim(name) <> '' and length(name) <= 200),
  created_at timestamptz not null
);

create table stocktake_counts (
  id integer generated always as identity primary key,
  stocktake_id integer not null references stocktakes on delete cascade,
  stock_id integer not null references variations on delete cascade,
  counted integer not null check (counted between 0 and 9999999),
  -- Units in the house by the book when this row was counted. Their difference is what is booked: it stays the same when something is sold
  -- or sent afterwards.
  book integer not null,
  -- Known to PostgreSQL, which can't tell how many rows of two columns agree.
  difference integer not null generated always as (counted - book) stored,
  counted_at timestamptz not null,
  -- The difference was booked. A new count of the row begins at zero.
  applied_at timestamptz,
  constraint stocktake_counts_once unique (stocktake_id, stock_id)
);

-- The rows of a stocktake in the order in which they were counted.
create index stocktake_counts_newest on stocktake_counts (stocktake_id, counted_at, id);
create index stocktake_counts_time on stocktake_counts (counted_at, id);
-- What is left to apply, and what was applied.
create index stocktake_counts_open on stocktake_counts (counted_at, id) where applied_at is null and difference <> 0;
create index stocktake_counts_applied on stocktake_counts (counted_at, id) where applied_at is not null;
-- For the foreign key: deleting products.
create index stocktake_counts_stock on stocktake_counts (stock_id);

-- What was ordered from suppliers and is not here yet.
create table expected_deliveries (
  id integer generated always as identity primary key,
  supplier text not null check (btrim(supplier) <> '' and length(supplier) <= 200),
  expected_on date not null,
  note text not null default '' check (length(note) <= 1000),
  created_at timestamptz not null,
  -- All of it has come, or no more will.
  closed_at timestamptz
);

-- The list of deliveries by their day. Days are compared as numbers.
create index expected_deliveries_day on expected_deliveries ((expected_on - date '2000-01-01'), id);

create index expected_deliveries_open on expected_deliveries ((expected_on - date '2000-01-01'), id) where closed_at is null;

create table expected_delivery_lines (
  id integer generated always as identity primary key,
  delivery_id integer not null references expected_deliveries on delete cascade,
  stock_id integer not null references variations on delete cascade,
  quantity integer not null check (quantity between 1 and 9999999),
  -- More may come than was expected.
  received integer not null default 0 check (received between 0 and 9999999),
  constraint expected_delivery_lines_once unique (delivery_id, stock_id)
);

-- What is on its way of a stock; also for the foreign key.
create index expected_delivery_lines_stock on expected_delivery_lines (stock_id);

-- What search engines show of a category instead of its name and its text. Empty: these.
alter table categories add column seo_title text not null default '' check (length(seo_title) <= 200);
alter table categories add column seo_description text not null default '' check (length(seo_description) <= 500);

-- What two names are compared by when somebody looks for one value that was entered twice: without case, spaces and hyphens.
create function name_key(name text) returns text language sql immutable parallel safe
  return lower(regexp_replace(name, '[[:space:]_-]+', '', 'g'));

create index tags_key on tags (name_key(name));
create index brands_key on brands (name_key(name));
create index attribute_terms_key on attribute_terms (attribute_id, name_key(name));

-- Tags and brands move as well: by another slug, or into another one. They have no language, so the rule that moves them writes the row.
alter table slug_redirects drop constraint slug_redirects_kind_check;
alter table slug_redirects drop constraint slug_redirects_one_target;
alter table slug_redirects add column tag_id integer references tags on delete cascade;
alter table slug_redirects add column brand_id integer references brands on delete cascade;
alter table slug_redirects add constraint slug_redirects_kind_check check (kind in ('product', 'category', 'tag', 'brand'));
alter table slug_redirects add constraint slug_redirects_one_target check (
  num_nonnulls(product_id, category_id, tag_id, brand_id) = 1 and (kind = 'product') = (product_id is not null)
  and (kind = 'category') = (category_id is not null) and (kind = 'tag') = (tag_id is not null) and (kind = 'brand') = (brand_id is not null));
-- For the foreign keys: deleting tags and brands.
create index slug_redirects_tag on slug_redirects (tag_id) where tag_id is not null;
create index slug_redirects_brand on slug_redirects (brand_id) where brand_id is not null;
