-- What shoppers write about products. A review is a comment with stars (docs/decisions/0150).

-- The lower bound of Wilson's interval of 95 percent: what few votes say counts less than what many say.
create function wilson_bound(helpful integer, unhelpful integer) returns double precision language sql immutable parallel safe as $$
  select case when helpful + unhelpful = 0 then 0 else (
    (helpful + 1.9208) / (helpful + unhelpful)
      - 1.96 * sqrt(helpful::float8 * unhelpful / (helpful + unhelpful) + 0.9604) / (helpful + unhelpful)
  ) / (1 + 3.8416 / (helpful + unhelpful)) end
$$;

create table comments (
  id bigint generated always as identity primary key,
  product_id integer not null references products on delete cascade,
  -- The comment that it answers.
  parent_id bigint,
  -- The first comment of its thread, so that a page reads its threads by one index.
  root_id bigint,
  depth smallint not null default 0 check (depth between 0 and 10),
  -- Null: it rates nothing.
  stars smallint check (stars between 1 and 5),
  title text not null default '' check (length(title) <= 120),
  body text not null check (length(body) <= 5000),
  -- '': the author was erased.
  author text not null check (length(author) <= 60),
  email text check (length(email) between 3 and 254),
  -- Who may edit it. Neither for replies of the shop, imported ones, and after erasure.
  visitor_id uuid references platform.visitors on delete set null,
  customer_id bigint references customers on delete set null,
  is_from_shop boolean not null default false,
  by text check (length(by) between 1 and 100),
  by_staff_id bigint references staff_members,
  network text check (length(network) <= 60),
  locale locale not null,
  state text not null check (state in ('held', 'approved', 'spam')),
  -- Codes of the rules that held it.
  reasons text[] not null default '{}' check (cardinality(reasons) <= 20),
  -- The address was the verified one of an account, or got a signed link.
  is_address_proved boolean not null default false,
  -- Fixed when it is written, whatever becomes of the order.
  is_verified boolean not null default false,
  order_line_id bigint references order_lines on delete set null,
  -- [{ name, value }]: the variation that was bought.
  bought jsonb not null default '[]' check (jsonb_typeof(bought) = 'array' and octet_length(bought::text) <= 4000),
  -- Numbers of rows of comment_votes and comment_reports.
  helpful integer not null default 0 check (helpful >= 0),
  unhelpful integer not null default 0 check (unhelpful >= 0),
  usefulness double precision not null generated always as (wilson_bound(helpful, unhelpful)) stored,
  reports integer not null default 0 check (reports >= 0),
  version integer not null default 1 check (version >= 1),
  -- Where it was imported from, which pages say.
  source text check (length(source) between 1 and 40),
  -- The same form of the same author again is the same comment.
  fingerprint text not null unique check (length(fingerprint) between 16 and 100),
  created_at timestamptz not null,
  edited_at timestamptz,
  constraint comments_of_product unique (product_id, id),
  constraint comment_answers_one_of_its_product foreign key (product_id, parent_id) references comments (product_id, id) on delete cascade,
  constraint comment_is_in_a_thread_of_its_product foreign key (product_id, root_id) references comments (product_id, id) on delete cascade,
  constraint answers_have_a_thread check ((parent_id is null) = (root_id is null) and (parent_id is null) = (depth = 0)),
  constraint answers_rate_nothing check (parent_id is null or stars is null),
  constraint verified_says_by_what check (is_verified or order_line_id is null),
  constraint comment_has_one_owner check (num_nonnulls(visitor_id, customer_id) <= 1)
);

-- One review of a product by each customer and visitor, and of each line of an order.
create unique index comments_review_of_customer on comments (product_id, customer_id) where stars is not null and customer_id is not null;
create unique index comments_review_of_visitor on comments (product_id, visitor_id) where stars is not null and visitor_id is not null;
create unique index comments_review_of_line on comments (order_line_id) where order_line_id is not null;
-- What a page shows, in each order.
create index comments_by_usefulness on comments (product_id, usefulness desc, id desc) where state = 'approved' and parent_id is null;
create index comments_by_time on comments (product_id, id desc) where state = 'approved' and parent_id is null;
create index comments_by_stars on comments (product_id, stars, id desc) where state = 'approved' and parent_id is null;
create index comments_threads on comments (product_id, root_id, id) where root_id is not null;
create index comments_parents on comments (product_id, parent_id) where parent_id is not null;
-- What belongs to somebody.
create index comments_visitor on comments (visitor_id) where visitor_id is not null;
create index comments_customer on comments (customer_id) where customer_id is not null;
create index comments_staff on comments (by_staff_id) where by_staff_id is not null;
-- Lists of the back office.
create index comments_newest on comments (created_at, id);
create index comments_email on comments (lower(email)) where email is not null;
create index comments_network on comments (network) where network is not null;
create index comments_held on comments (created_at, id) where state = 'held';
create index comments_spam on comments (created_at, id) where state = 'spam';
create index comments_reported on comments (reports, id) where reports > 0;
create index comments_words on comments using gin ((author || ' ' || title || ' ' || body) gin_trgm_ops);

-- What a comment said before it was edited.
create table comment_versions (
  comment_id bigint not null references comments on delete cascade,
  version integer not null check (version >= 1),
  stars smallint check (stars between 1 and 5),
  title text not null check (length(title) <= 120),
  body text not null check (length(body) <= 5000),
  replaced_at timestamptz not null,
  primary key (comment_id, version)
);

-- Whether readers found it helpful: one vote of each customer and visitor.
create table comment_votes (
  comment_id bigint not null references comments on delete cascade,
  -- Neither once they were forgotten: the vote still counts.
  visitor_id uuid references platform.visitors on delete set null,
  customer_id bigint references customers on delete set null,
  is_helpful boolean not null,
  voted_at timestamptz not null,
  constraint vote_has_one_owner check (num_nonnulls(visitor_id, customer_id) <= 1)
);

create unique index comment_votes_visitor on comment_votes (visitor_id, comment_id) where visitor_id is not null;
create unique index comment_votes_customer on comment_votes (customer_id, comment_id) where customer_id is not null;
create index comment_votes_comment on comment_votes (comment_id);
create index comment_votes_old on comment_votes (voted_at) where visitor_id is not null;

-- Readers who say that something is wrong with it.
create table comment_reports (
  comment_id bigint not null references comments on delete cascade,
  visitor_id uuid references platform.visitors on delete cascade,
  customer_id bigint references customers on delete cascade,
  reason text not null check (length(reason) <= 500),
  reported_at timestamptz not null,
  constraint report_has_one_owner check (num_nonnulls(visitor_id, customer_id) = 1)
);

create unique index comment_reports_visitor on comment_reports (visitor_id, comment_id) where visitor_id is not null;
create unique index comment_reports_customer on comment_reports (customer_id, comment_id) where customer_id is not null;
create index comment_reports_comment on comment_reports (comment_id);

-- Photographs of reviews, encoded anew. Their files are in the data folder.
create table comment_photographs (
  id uuid primary key,
  comment_id bigint not null references comments on delete cascade,
  position smallint not null check (position between 0 and 9),
  width integer not null check (width between 1 and 20000),
  height integer not null check (height between 1 and 20000),
  constraint photographs_in_order unique (comment_id, position)
);

-- Whether the buyer of an order was asked for reviews, once.
create table review_requests (
  order_id bigint primary key references orders on delete cascade,
  -- Why no mail was sent. Null: it was.
  skipped text check (skipped in ('refused', 'nothing-to-review', 'no-consent', 'too-old')),
  decided_at timestamptz not null
);

-- Addresses that want no mail that asks for reviews, as keyed hashes.
create table review_request_stops (
  email_hash text primary key check (length(email_hash) between 16 and 100),
  stopped_at timestamptz not null
);
