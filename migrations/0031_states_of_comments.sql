-- Spam is deleted some days after it was called so, and a proved address has one review of a product.
alter table comments
  -- Null: the state is that of the moment when it was written.
  add column state_changed_at timestamptz;

-- Whoever got a signed link and drops cookies is a new visitor, but not a new author.
create unique index comments_review_of_address on comments (product_id, lower(email)) where stars is not null and is_address_proved;

-- What the nightly job looks for: each of them once.
create index comments_with_network on comments (created_at, id) where network is not null;
create index comments_with_visitor on comments (created_at, id) where visitor_id is not null;
create index comment_reports_of_visitors on comment_reports (reported_at) where visitor_id is not null;
