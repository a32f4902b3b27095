-- One sequence names products and variations, so that a number says which thing is meant wherever either may stand.
create sequence catalog_ids as integer;

create domain slug as text check (value ~ '^[^[:space:]/?#%&]+$' and length(value) <= 200);

-- An amount in the currency's minor unit. The ceiling keeps a price times any quantity a safe whole number in JavaScript.
create domain minor_units as bigint check (value between 0 and 1000000000000);

create table shipping_classes (
  id integer generated always as identity primary key,
  slug slug not null unique,
  name text not null check (btrim(name) <> ''),
  description text not null default ''
);

create unique index shipping_classes_name on shipping_classes (lower(name));

-- An image that lives elsewhere until a job has fetched it; shared by every product and variation that shows it.
create table remote_images (
  id integer generated always as identity primary key,
  url text not null unique check (url ~* '^https?://' and length(url) <= 2000),
  state text not null default 'waiting' check (state in ('waiting', 'stored', 'failed')),
  media_id integer references platform.media on delete set null,
  problem text not null default '',
  check (state = 'stored' or media_id is null)
);

create index remote_images_media on remote_images (media_id) where media_id is not null;

create table products (
  id integer primary key default nextval('catalog_ids'),
  type text not null check (type in ('simple', 'variable', 'grouped', 'external')),
  status text not null default 'draft' check (status in ('draft', 'pending', 'private', 'published')),
  visibility text not null default 'visible' check (visibility in ('visible', 'catalog', 'search', 'hidden')),
  slug slug not null unique,
  name text not null check (btrim(name) <> '' and length(name) <= 300),
  short_description text not null default '',
  description text not null default '',
  featured boolean not null default false,
  sold_individually boolean not null default false,
  reviews_allowed boolean not null default true,
  purchase_note text not null default '',
  tax_status text not null default 'taxable' check (tax_status in ('taxable', 'shipping', 'none')),
  tax_class slug not null default 'standard',
  shipping_class_id integer references shipping_classes on delete set null,
  external_url text check (external_url ~* '^https?://' and length(external_url) <= 2000),
  button_text text not null default '',
  position integer not null default 0,
  -- What the cheapest and the dearest thing of this product cost now, kept for sorting; shown prices are read from the variations.
  price_min minor_units,
  price_max minor_units,
  -- When a sale next starts or ends, so that the two above have to be looked at again.
  price_turns_at timestamptz,
  rating_sum integer not null default 0 check (rating_sum >= 0),
  rating_count integer not null default 0 check (rating_count >= 0),
  published_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  import_id text unique check (btrim(import_id) <> '' and length(import_id) <= 500),
  meta jsonb not null default '{}' check (jsonb_typeof(meta) = 'object'),
  check (status <> 'published' or published_at is not null),
  check (type = 'external' or external_url is null),
  check (rating_sum between rating_count and 5 * rating_count),
  check (price_min <= price_max)
);

create table variations (
  id integer primary key default nextval('catalog_ids'),
  product_id integer not null references products on delete cascade deferrable initially deferred,
  position integer not null default 0,
  enabled boolean not null default true,
  sku text check (sku <> '' and sku = btrim(sku) and length(sku) <= 100),
  gtin text check (gtin <> '' and gtin = btrim(gtin) and length(gtin) <= 50),
  regular_price minor_units,
  sale_price minor_units,
  currency char(3) not null check (currency ~ '^[A-Z]{3}$'),
  sale_from timestamptz,
  -- The first moment at which the sale is over.
  sale_to timestamptz,
  weight_grams numeric(12, 3) check (weight_grams >= 0),
  length_mm numeric(10, 2) check (length_mm >= 0),
  width_mm numeric(10, 2) check (width_mm >= 0),
  height_mm numeric(10, 2) check (height_mm >= 0),
  virtual boolean not null default false,
  downloadable boolean not null default false,
  -- Null: no limit, no expiry.
  download_limit integer check (download_limit >= 0),
  download_expiry_days integer check (download_expiry_days >= 0),
  -- Null: the product's.
  tax_class slug,
  shipping_class_id integer references shipping_classes on delete set null,
  description text not null default '',
  image_id integer references platform.media on delete set null,
  remote_image_id integer references remote_images on delete set null,
  stock_id integer not null,
  import_id text unique check (btrim(import_id) <> '' and length(import_id) <= 500),
  meta jsonb not null default '{}' check (jsonb_typeof(meta) = 'object'),
  unique (id, product_id),
  unique (product_id, id),
  constraint master_is_enabled check (enabled or id <> product_id),
  constraint stock_is_own_or_masters check (stock_id in (id, product_id)),
  constraint sale_is_cheaper check (sale_price is null or (regular_price is not null and sale_price < regular_price)),
  constraint sale_dates_need_a_sale check (sale_price is not null or (sale_from is null and sale_to is null)),
  constraint sale_starts_before_it_ends check (sale_from < sale_to)
);

-- What a thing costs at a moment; null when it has no price. The same rule as priceNow in the catalog.
create function price_at(regular bigint, sale bigint, sale_from timestamptz, sale_to timestamptz, moment timestamptz) returns bigint
  language sql immutable parallel safe
  return case
    when sale is not null and coalesce(sale_from <= moment, true) and coalesce(moment < sale_to, true) then sale
    else regular
  end;

-- Every product has a master variation of the same number: what is sold of a simple product, what the variations of a variable one share.
alter table products add constraint products_master foreign key (id, id) references variations (product_id, id) deferrable initially deferred;

create table stock (
  variation_id integer primary key references variations on delete cascade deferrable initially deferred,
  managed boolean not null default false,
  on_hand integer not null default 0 check (on_hand >= 0),
  -- Sold beyond what was there, and still owed.
  backordered integer not null default 0 check (backordered >= 0),
  backorders text not null default 'no' check (backorders in ('no', 'notify', 'yes')),
  low_at integer check (low_at >= 0),
  -- Counts when the stock is not managed.
  status text not null default 'in' check (status in ('in', 'out', 'backorder'))
) with (fillfactor = 80);

alter table variations add constraint variations_stock foreign key (stock_id) references stock (variation_id) deferrable initially deferred;

-- The ledger: on_hand and backordered are its sums. It outlives the products, so it refers to none.
create table stock_movements (
  id bigint generated always as identity primary key,
  variation_id integer not null,
  delta integer not null,
  backordered integer not null default 0,
  reason text not null check (reason in ('set', 'received', 'taken', 'returned')),
  reference text not null default '' check (length(reference) <= 200),
  at timestamptz not null default now(),
  check (delta <> 0 or backordered <> 0)
);

create index stock_movements_variation on stock_movements (variation_id, id);
create index stock_movements_reference on stock_movements (reference) where reference <> '';

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is only ever added to', tg_table_name using errcode = 'restrict_violation';
end $$;

create trigger stock_movements_append_only before update or delete or truncate on stock_movements
  for each statement execute function refuse_change();

create table attributes (
  id integer generated always as identity primary key,
  -- Null: shared by all products.
  product_id integer references products on delete cascade deferrable initially deferred,
  slug slug not null,
  name text not null check (btrim(name) <> ''),
  kind text not null default 'select' check (kind in ('select', 'swatch')),
  position integer not null default 0,
  unique nulls not distinct (product_id, slug)
);

create unique index attributes_name on attributes (product_id, lower(name)) nulls not distinct;

create table attribute_terms (
  id integer generated always as identity primary key,
  attribute_id integer not null references attributes on delete cascade,
  slug slug not null,
  name text not null check (btrim(name) <> ''),
  description text not null default '',
  swatch text check (swatch ~ '^#[0-9a-f]{6}$'),
  image_id integer references platform.media on delete set null,
  position integer not null default 0,
  unique (attribute_id, slug),
  unique (id, attribute_id)
);

create unique index attribute_terms_name on attribute_terms (attribute_id, lower(name));

create table product_attributes (
  product_id integer not null references products on delete cascade,
  attribute_id integer not null references attributes on delete cascade,
  position integer not null default 0,
  visible boolean not null default true,
  for_variations boolean not null default false,
  default_term_id integer,
  primary key (product_id, attribute_id)
);

create index product_attributes_attribute on product_attributes (attribute_id);

create function check_attribute_owner() returns trigger language plpgsql as $$
begin
  if exists (select from attributes where id = new.attribute_id and product_id <> new.product_id) then
    raise exception 'attribute % belongs to another product', new.attribute_id using errcode = 'check_violation';
  end if;
  return new;
end $$;

create trigger product_attributes_owner before insert or update on product_attributes
  for each row execute function check_attribute_owner();

create table product_attribute_terms (
  product_id integer not null,
  attribute_id integer not null,
  term_id integer not null,
  position integer not null default 0,
  primary key (product_id, attribute_id, term_id),
  foreign key (product_id, attribute_id) references product_attributes on delete cascade,
  foreign key (term_id, attribute_id) references attribute_terms (id, attribute_id) on delete cascade
);

create index product_attribute_terms_term on product_attribute_terms (term_id, product_id);

alter table product_attributes add constraint product_attributes_default
  foreign key (product_id, attribute_id, default_term_id) references product_attribute_terms (product_id, attribute_id, term_id)
  on delete set null (default_term_id) deferrable initially deferred;

create table variation_terms (
  variation_id integer not null,
  product_id integer not null,
  attribute_id integer not null,
  -- Null: any of the product's terms.
  term_id integer,
  primary key (variation_id, attribute_id),
  foreign key (variation_id, product_id) references variations (id, product_id) on delete cascade,
  foreign key (product_id, attribute_id) references product_attributes on delete cascade,
  foreign key (product_id, attribute_id, term_id) references product_attribute_terms (product_id, attribute_id, term_id)
    deferrable initially deferred,
  constraint master_has_no_terms check (variation_id <> product_id)
);

create index variation_terms_term on variation_terms (product_id, attribute_id, term_id);

create table categories (
  id integer generated always as identity primary key,
  parent_id integer references categories on delete cascade,
  slug slug not null unique,
  name text not null check (btrim(name) <> ''),
  description text not null default '',
  image_id integer references platform.media on delete set null,
  position integer not null default 0,
  -- The path of names that an import made it for: it stays the same category when the shop renames or moves it.
  import_path text unique,
  check (parent_id <> id)
);

create unique index categories_name on categories (parent_id, lower(name)) nulls not distinct;

create function check_category_circle() returns trigger language plpgsql as $$
declare
  ancestor integer := new.parent_id;
begin
  -- Two moves at once could close a circle that neither sees.
  perform pg_advisory_xact_lock(hashtext('categories'));
  while ancestor is not null loop
    if ancestor = new.id then
      raise exception 'category % would be its own ancestor', new.id using errcode = 'check_violation';
    end if;
    select parent_id into ancestor from categories where id = ancestor;
  end loop;
  return new;
end $$;

create trigger categories_no_circle before update of parent_id on categories
  for each row execute function check_category_circle();

create table tags (
  id integer generated always as identity primary key,
  slug slug not null unique,
  name text not null check (btrim(name) <> '')
);

create unique index tags_name on tags (lower(name));

create table brands (
  id integer generated always as identity primary key,
  slug slug not null unique,
  name text not null check (btrim(name) <> '')
);

create unique index brands_name on brands (lower(name));

create table product_categories (
  product_id integer not null references products on delete cascade,
  category_id integer not null references categories on delete cascade,
  position integer not null default 0,
  primary key (product_id, category_id)
);

create index product_categories_category on product_categories (category_id, product_id);

create table product_tags (
  product_id integer not null references products on delete cascade,
  tag_id integer not null references tags on delete cascade,
  position integer not null default 0,
  primary key (product_id, tag_id)
);

create index product_tags_tag on product_tags (tag_id, product_id);

create table product_brands (
  product_id integer not null references products on delete cascade,
  brand_id integer not null references brands on delete cascade,
  position integer not null default 0,
  primary key (product_id, brand_id)
);

create index product_brands_brand on product_brands (brand_id, product_id);

create table product_images (
  product_id integer not null references products on delete cascade,
  position integer not null,
  media_id integer references platform.media on delete cascade,
  remote_id integer references remote_images,
  primary key (product_id, position),
  check (media_id is not null or remote_id is not null)
);

create index product_images_media on product_images (media_id) where media_id is not null;
create index product_images_remote on product_images (remote_id) where remote_id is not null;

create table product_links (
  product_id integer not null references products on delete cascade,
  kind text not null check (kind in ('upsell', 'cross-sell', 'grouped')),
  linked_id integer not null references products on delete cascade,
  position integer not null default 0,
  primary key (product_id, kind, linked_id),
  check (product_id <> linked_id)
);

create index product_links_linked on product_links (linked_id, kind);

create table product_addons (
  id integer generated always as identity primary key,
  product_id integer not null references products on delete cascade,
  field_key text not null check (field_key ~ '^[a-z0-9][a-z0-9_-]{0,59}$'),
  kind text not null check (kind in ('text', 'textarea', 'checkbox', 'checkboxes', 'select', 'radio')),
  label text not null check (btrim(label) <> ''),
  help text not null default '',
  required boolean not null default false,
  max_length integer check (max_length between 1 and 10000),
  -- Of the field once it is filled in or ticked; a choice has its own prices.
  price minor_units not null default 0,
  -- [{ value, label, price }]
  options jsonb not null default '[]' check (jsonb_typeof(options) = 'array'),
  position integer not null default 0,
  unique (product_id, field_key),
  check ((kind in ('checkboxes', 'select', 'radio')) = (jsonb_array_length(options) > 0)),
  check (max_length is null or kind in ('text', 'textarea'))
);

create table downloads (
  id integer generated always as identity primary key,
  variation_id integer not null references variations on delete cascade,
  name text not null check (btrim(name) <> ''),
  -- An https address, or a key in the shop's own storage.
  location text not null check (btrim(location) <> '' and length(location) <= 2000),
  position integer not null,
  unique (variation_id, position)
);

create index products_listed_by_position on products (position, name collate "und-x-icu", id)
  where status = 'published' and visibility in ('visible', 'catalog');
create index products_listed_by_date on products (published_at desc, id desc)
  where status = 'published' and visibility in ('visible', 'catalog');
create index products_listed_by_price on products (price_min, id)
  where status = 'published' and visibility in ('visible', 'catalog');
create index products_listed_by_highest_price on products (price_max desc nulls last, id desc)
  where status = 'published' and visibility in ('visible', 'catalog');
create index products_listed_by_name on products (name collate "und-x-icu", id)
  where status = 'published' and visibility in ('visible', 'catalog');
create index products_featured on products (position, id) where featured;
create index products_price_turns on products (price_turns_at) where price_turns_at is not null;
create index products_shipping_class on products (shipping_class_id) where shipping_class_id is not null;

create unique index variations_sku on variations (lower(sku));
create index variations_gtin on variations (gtin) where gtin is not null;
create index variations_stock on variations (stock_id);
create index variations_image on variations (image_id) where image_id is not null;
create index variations_remote_image on variations (remote_image_id) where remote_image_id is not null;
create index variations_shipping_class on variations (shipping_class_id) where shipping_class_id is not null;
