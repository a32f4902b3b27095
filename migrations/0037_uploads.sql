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

create index uploads_visitor on uploads (visitor_id) where visitor_id is not null;
create index uploads_customer on uploads (customer_id) where customer_id is not null;
create index uploads_used on uploads (used_at);

-- Files that belong to an order: they can't be deleted.
create table order_uploads (
  order_id bigint not null references orders on delete restrict,
  upload_id uuid not null references uploads on delete restrict,
  primary key (upload_id, order_id)
);

create index order_uploads_order on order_uploads (order_id);

-- The files that the add-ons of a line name.
alter table cart_lines add column uploads uuid[] not null default '{}' check (cardinality(uploads) <= 100);

create index cart_lines_uploads on cart_lines using gin (uploads) where uploads <> '{}';

alter table product_addons
  drop constraint product_addons_kind_check,
  add constraint product_addons_kind_check
    check (kind in ('text', 'textarea', 'checkbox', 'checkboxes', 'select', 'radio', 'file')),
  -- { types, maxBytes, maxFiles }
  add column file_rule jsonb check (jsonb_typeof(file_rule) = 'object'),
  add constraint product_addons_only_files_have_a_rule check ((kind = 'file') = (file_rule is not null));
