-- Products and what is known of them.

-- One sequence names products and variations, so that a number says which thing is meant wherever either may stand.
create sequence catalog_ids as integer;

-- Groups of products with rates of shipping of their own.
create table shipping_classes (
  id integer generated always as identity primary key,
  slug slug not null unique,
  name text not null check (btrim(name) <> ''),
  description text not null default ''
);

-- Imports find a class by its name, in any case.
create unique index shipping_classes_name on shipping_classes (lower(name));

-- An image that lives elsewhere until a job has fetched it; shared by every product and variation that shows it.
create table remote_images (
  id integer generated always as identity primary key,
  -- `folder:` names a file in a folder that came with an import.
  url text not null unique check (url ~* '^(https?://|folder:.)' and length(url) <= 2000),
  media_id integer references platform.media on delete set null,
  state text not null default 'waiting' check (state in ('waiting', 'stored', 'failed')),
  problem text not null default '',
  constraint remote_images_stored_has_media check (state = 'stored' or media_id is null)
);

-- For the foreign key: deleting a picture.
create index remote_images_media on remote_images (media_id) where media_id is not null;

-- What has a page: a product, a set of products, or a product that is sold elsewhere.
create table products (
  id integer primary key default nextval('catalog_ids'),
  -- The id that an import gave it, so that the next import finds it again.
  import_id text unique check (btrim(import_id) <> '' and length(import_id) <= 500),
  shipping_class_id integer references shipping_classes on delete set null,
  type text not null check (type in ('simple', 'variable', 'grouped', 'external')),
  status text not null default 'draft' check (status in ('draft', 'pending', 'private', 'published')),
  visibility text not null default 'visible' check (visibility in ('visible', 'catalog', 'search', 'hidden')),
  -- The texts are in one language, and so is the slug: another language may have the same slug for something else.
  locale locale not null,
  slug slug not null,
  name text not null check (btrim(name) <> '' and length(name) <= 300),
  short_description text not null default '',
  description text not null default '',
  featured boolean not null default false,
  sold_individually boolean not null default false,
  -- How many of a product one line of a cart can have: from the minimum in steps, up to the maximum.
  min_quantity integer not null default 1 check (min_quantity between 1 and 9999),
  -- Null: as much as the shop allows of any product.
  max_quantity integer check (max_quantity <= 9999),
  quantity_step integer not null default 1 check (quantity_step between 1 and 9999),
  reviews_allowed boolean not null default true,
  purchase_note text not null default '',
  tax_status text not null default 'taxable' check (tax_status in ('taxable', 'shipping', 'none')),
  tax_class slug not null default 'standard',
  external_url text check (external_url ~* '^https?://' and length(external_url) <= 2000),
  button_text text not null default '',
  position integer not null default 0,
  -- The lowest and the highest price of the product now, for sorting. Shown prices are read from the variations.
  price_min minor_units,
  price_max minor_units,
  -- When a sale next starts or ends, and the two above change.
  price_changes_at timestamptz,
  rating_sum integer not null default 0 check (rating_sum >= 0),
  rating_count integer not null default 0 check (rating_count >= 0),
  -- Values of other programs, by name.
  meta jsonb not null default '{}' check (jsonb_typeof(meta) = 'object'),
  published_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint products_locale_slug_key unique (locale, slug),
  constraint products_published_says_when check (status <> 'published' or published_at is not null),
  constraint products_external_url_of_external check (type = 'external' or external_url is null),
  constraint products_ratings_are_stars check (rating_sum between rating_count and 5 * rating_count),
  constraint products_price_range check (price_min <= price_max),
  constraint products_sold_individually_from_one check (not sold_individually or min_quantity = 1),
  constraint products_quantity_range check (max_quantity >= min_quantity)
);

-- The job that applies sales reads the next change.
create index products_price_changes on products (price_changes_at) where price_changes_at is not null;
-- For the foreign key: deleting a shipping class.
create index products_shipping_class on products (shipping_class_id) where shipping_class_id is not null;

-- What is sold. Prices are in variation_prices.
create table variations (
  id integer primary key default nextval('catalog_ids'),
  product_id integer not null references products on delete cascade deferrable initially deferred,
  -- Whose stock counts: its own, or its master's.
  stock_id integer not null,
  shipping_class_id integer references shipping_classes on delete set null,
  image_id integer references platform.media on delete set null,
  remote_image_id integer references remote_images on delete set null,
  -- The id that an import gave it.
  import_id text unique check (btrim(import_id) <> '' and length(import_id) <= 500),
  position integer not null default 0,
  enabled boolean not null default true,
  sku text check (sku <> '' and sku = btrim(sku) and length(sku) <= 100),
  gtin text check (gtin <> '' and gtin = btrim(gtin) and length(gtin) <= 50),
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
  description text not null default '',
  -- When and where a variation takes place: the days of a workshop are its variations.
  event_starts_at timestamptz,
  event_ends_at timestamptz,
  -- IANA name. Times are shown in it.
  event_time_zone text,
  event_place text,
  -- Only buyers see it.
  event_url text,
  -- Whether the event has begun by the clock of the shop, which pages ask. A job sets it: views that compared with the clock of
  -- the database would count events as available that the job has closed, or the other way round.
  event_has_started boolean not null default false,
  meta jsonb not null default '{}' check (jsonb_typeof(meta) = 'object'),
  -- For foreign keys that name both: one finds a variation by its id, the other the master of a product.
  unique (id, product_id),
  unique (product_id, id),
  constraint master_is_enabled check (enabled or id <> product_id),
  constraint stock_is_own_or_masters check (stock_id in (id, product_id)),
  constraint variations_event_is_whole check (
    (event_starts_at is null) = (event_ends_at is null) and (event_starts_at is null) = (event_time_zone is null)
    and (event_starts_at is not null or (event_place is null and event_url is null))),
  constraint variations_event_lasts check (event_ends_at > event_starts_at)
);

-- A SKU names one variation, in any case.
create unique index variations_sku on variations (lower(sku));
-- Variations that share a stock change their availability together.
create index variations_stock on variations (stock_id);
-- For the foreign keys: deleting pictures and shipping classes.
create index variations_image on variations (image_id) where image_id is not null;
create index variations_remote_image on variations (remote_image_id) where remote_image_id is not null;
create index variations_shipping_class on variations (shipping_class_id) where shipping_class_id is not null;

-- Every product has a master variation with the same id: what is sold of a simple product, what the variations of a variable one share.
alter table products add constraint products_master foreign key (id, id) references variations (product_id, id) deferrable initially deferred;

-- What products differ in, such as colour: shared by all products, or of one product alone.
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

-- Imports find an attribute by its name, in any case.
create unique index attributes_name on attributes (product_id, lower(name)) nulls not distinct;

-- Values of attributes, such as red.
create table attribute_terms (
  id integer generated always as identity primary key,
  attribute_id integer not null references attributes on delete cascade,
  image_id integer references platform.media on delete set null,
  -- The picture that an import named for a swatch. It shows once it is fetched, unless a later import named another one, or none.
  remote_image_id integer references remote_images on delete set null,
  slug slug not null,
  name text not null check (btrim(name) <> ''),
  description text not null default '',
  -- A colour; image_id is the alternative.
  swatch text check (swatch ~ '^#[0-9a-f]{6}$'),
  position integer not null default 0,
  unique (attribute_id, slug),
  unique (id, attribute_id)
);

-- Imports find a term by its name, in any case.
create unique index attribute_terms_name on attribute_terms (attribute_id, lower(name));
-- The job that fetches a picture finds its swatches.
create index attribute_terms_remote_image on attribute_terms (remote_image_id) where remote_image_id is not null;

-- Attributes that a product has.
create table product_attributes (
  product_id integer not null references products on delete cascade,
  attribute_id integer not null references attributes on delete cascade,
  -- What the form of the product has chosen at first. Its foreign key is added with product_attribute_terms.
  default_term_id integer,
  position integer not null default 0,
  visible boolean not null default true,
  for_variations boolean not null default false,
  primary key (product_id, attribute_id)
);

-- Products with an attribute.
create index product_attributes_attribute on product_attributes (attribute_id);

-- An attribute of one product is used by that product alone. A foreign key cannot say so: the attribute may be shared.
create function check_attribute_owner() returns trigger language plpgsql as $$
begin
  if exists (select from attributes where id = new.attribute_id and product_id <> new.product_id) then
    raise exception 'attribute % belongs to another product', new.attribute_id using errcode = 'check_violation';
  end if;
  return new;
end $$;

create trigger product_attributes_owner before insert or update on product_attributes
  for each row execute function check_attribute_owner();

-- Values of a product's attributes.
create table product_attribute_terms (
  product_id integer not null,
  attribute_id integer not null,
  term_id integer not null,
  position integer not null default 0,
  primary key (product_id, attribute_id, term_id),
  foreign key (product_id, attribute_id) references product_attributes on delete cascade,
  foreign key (term_id, attribute_id) references attribute_terms (id, attribute_id) on delete cascade
);

-- Products with a term.
create index product_attribute_terms_term on product_attribute_terms (term_id, product_id);

alter table product_attributes add constraint product_attributes_default
  foreign key (product_id, attribute_id, default_term_id) references product_attribute_terms (product_id, attribute_id, term_id)
  on delete set null (default_term_id) deferrable initially deferred;

-- What a variation of a variable product stands for: one row for each attribute that its variations differ in.
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

-- For the foreign key, and for the variations with a term.
create index variation_terms_term on variation_terms (product_id, attribute_id, term_id);

-- Where products are found, in a tree.
create table categories (
  id integer generated always as identity primary key,
  parent_id integer references categories on delete cascade,
  image_id integer references platform.media on delete set null,
  -- As in products.
  locale locale not null,
  slug slug not null,
  name text not null check (btrim(name) <> ''),
  description text not null default '',
  position integer not null default 0,
  -- The path of names that an import made it for: it stays the same category when the shop renames or moves it.
  import_path text unique,
  constraint categories_locale_slug_key unique (locale, slug),
  constraint categories_not_in_itself check (parent_id <> id)
);

-- Names are unique among siblings: imports find categories by their path of names.
create unique index categories_name on categories (parent_id, lower(name)) nulls not distinct;

-- A category is never below itself, however many moves there are at once.
create function check_category_cycle() returns trigger language plpgsql as $$
declare
  ancestor integer := new.parent_id;
begin
  -- Two moves at once could close a cycle that neither sees.
  perform pg_advisory_xact_lock(hashtext('categories'));
  while ancestor is not null loop
    if ancestor = new.id then
      raise exception 'category % would be its own ancestor', new.id using errcode = 'check_violation';
    end if;
    select parent_id into ancestor from categories where id = ancestor;
  end loop;
  return new;
end $$;

create trigger categories_no_cycle before update of parent_id on categories
  for each row execute function check_category_cycle();

create table tags (
  id integer generated always as identity primary key,
  slug slug not null unique,
  name text not null check (btrim(name) <> '')
);

-- Imports find a tag by its name, in any case.
create unique index tags_name on tags (lower(name));

create table brands (
  id integer generated always as identity primary key,
  slug slug not null unique,
  name text not null check (btrim(name) <> '')
);

-- Imports find a brand by its name, in any case.
create unique index brands_name on brands (lower(name));

-- A product's own categories, the main one first.
create table product_categories (
  product_id integer not null references products on delete cascade,
  category_id integer not null references categories on delete cascade,
  position integer not null default 0,
  primary key (product_id, category_id)
);

-- Products of a category.
create index product_categories_category on product_categories (category_id, product_id);

create table product_tags (
  product_id integer not null references products on delete cascade,
  tag_id integer not null references tags on delete cascade,
  position integer not null default 0,
  primary key (product_id, tag_id)
);

-- Products with a tag.
create index product_tags_tag on product_tags (tag_id, product_id);

create table product_brands (
  product_id integer not null references products on delete cascade,
  brand_id integer not null references brands on delete cascade,
  position integer not null default 0,
  primary key (product_id, brand_id)
);

-- Products of a brand.
create index product_brands_brand on product_brands (brand_id, product_id);

-- Pictures of a product in their order, the main one first.
create table product_images (
  product_id integer not null references products on delete cascade,
  position integer not null,
  media_id integer references platform.media on delete cascade,
  remote_id integer references remote_images,
  primary key (product_id, position),
  constraint product_images_some_image check (media_id is not null or remote_id is not null)
);

-- For the foreign keys: deleting pictures, and pictures that were fetched.
create index product_images_media on product_images (media_id) where media_id is not null;
create index product_images_remote on product_images (remote_id) where remote_id is not null;

-- Upsells, cross-sells, and the members of a set (`grouped`).
create table product_links (
  product_id integer not null references products on delete cascade,
  kind text not null check (kind in ('upsell', 'cross-sell', 'grouped')),
  linked_id integer not null references products on delete cascade,
  position integer not null default 0,
  primary key (product_id, kind, linked_id),
  constraint product_links_to_another check (product_id <> linked_id)
);

-- Sets that a product is in.
create index product_links_linked on product_links (linked_id, kind);

-- Fields that shoppers fill in when they buy a product, such as an engraving.
create table product_addons (
  id integer generated always as identity primary key,
  product_id integer not null references products on delete cascade,
  field_key text not null check (field_key ~ '^[a-z0-9][a-z0-9_-]{0,59}$'),
  kind text not null check (kind in ('text', 'textarea', 'checkbox', 'checkboxes', 'select', 'radio', 'file')),
  label text not null check (btrim(label) <> ''),
  help text not null default '',
  required boolean not null default false,
  max_length integer check (max_length between 1 and 10000),
  -- Of the field once it is filled in or ticked; a choice has its own prices.
  price minor_units not null default 0,
  -- [{ value, label, price }]
  options jsonb not null default '[]' check (jsonb_typeof(options) = 'array'),
  -- { types, maxBytes, maxFiles }
  file_rule jsonb check (jsonb_typeof(file_rule) = 'object'),
  position integer not null default 0,
  unique (product_id, field_key),
  constraint product_addons_choices_have_options check ((kind in ('checkboxes', 'select', 'radio')) = (jsonb_array_length(options) > 0)),
  constraint product_addons_only_texts_have_a_length check (max_length is null or kind in ('text', 'textarea')),
  constraint product_addons_only_files_have_a_rule check ((kind = 'file') = (file_rule is not null))
);

-- Files that buyers of a variation get.
create table downloads (
  id integer generated always as identity primary key,
  variation_id integer not null references variations on delete cascade,
  name text not null check (btrim(name) <> ''),
  -- An https address, or a key in the shop's own storage.
  location text not null check (btrim(location) <> '' and length(location) <= 2000),
  position integer not null,
  unique (variation_id, position)
);

-- Earlier slugs of products and categories. A page that exists comes first; the target is read from the row itself, so there are no
-- chains and no cycles. Triggers write them, whoever changes a slug.
create table slug_redirects (
  kind text not null check (kind in ('product', 'category')),
  locale locale not null,
  slug slug not null,
  product_id integer references products on delete cascade,
  category_id integer references categories on delete cascade,
  since timestamptz not null default now(),
  primary key (kind, locale, slug),
  constraint slug_redirects_one_target check ((kind = 'product') = (product_id is not null) and (kind = 'category') = (category_id is not null))
);

-- For the foreign keys: deleting products and categories.
create index slug_redirects_product on slug_redirects (product_id) where product_id is not null;
create index slug_redirects_category on slug_redirects (category_id) where category_id is not null;

create function record_product_slug_redirect() returns trigger language plpgsql as $$
begin
  insert into slug_redirects (kind, locale, slug, product_id) values ('product', old.locale, old.slug, new.id)
  on conflict (kind, locale, slug) do update set product_id = excluded.product_id, since = now();
  return null;
end $$;

create trigger products_slug_redirect after update of slug on products
  for each row when (old.slug is distinct from new.slug) execute function record_product_slug_redirect();

create function record_category_slug_redirect() returns trigger language plpgsql as $$
begin
  insert into slug_redirects (kind, locale, slug, category_id) values ('category', old.locale, old.slug, new.id)
  on conflict (kind, locale, slug) do update set category_id = excluded.category_id, since = now();
  return null;
end $$;

create trigger categories_slug_redirect after update of slug on categories
  for each row when (old.slug is distinct from new.slug) execute function record_category_slug_redirect();

-- Products that have a page, and where they may be shown.
create view published_products as
select id, type, slug, name, short_description, description, featured, sold_individually, reviews_allowed, external_url, button_text, position,
  visibility,
  -- In feeds, sitemaps and the public API.
  visibility <> 'hidden' as is_public,
  visibility in ('visible', 'catalog') as in_lists,
  visibility in ('visible', 'search') as in_search,
  tax_status, tax_class,
  -- Null: not taxed.
  case when tax_status = 'taxable' then tax_class end as effective_tax_class,
  -- Of the last refresh: a sale may have started or ended since.
  price_min, price_max, price_changes_at, rating_sum, rating_count, published_at, updated_at,
  min_quantity, max_quantity, quantity_step,
  -- With the slug, its address.
  locale
from products
where status = 'published';

-- Whether a product is sold as this variation: as its master, or as the enabled variations of a variable product. A group sells nothing itself.
create function is_offered(variation_id integer, enabled boolean, product_id integer, product_type text) returns boolean
  language sql immutable parallel safe
  return enabled and product_type <> 'grouped' and (variation_id = product_id) = (product_type <> 'variable');

-- Stored images of products. Remote ones that are still to be fetched are missing.
create view product_media as
select i.product_id, i.position, i.media_id,
  -- The image shown for a remote one that can't be fetched.
  coalesce(r.state <> 'stored', false) as is_placeholder
from product_images i
left join remote_images r on r.id = i.remote_id
where i.media_id is not null;
