-- Orders that staff write down before they are placed, and quotes that customers accept.
alter table order_drafts
  -- Who has the account that the order belongs to.
  add column customer_id bigint generated always as ((input ->> 'customerId')::bigint) stored references customers,
  add column updated_at timestamptz,
  -- Of the page on which the customer accepts the quote.
  add column quote_token text unique check (quote_token ~ '^[\w-]{32}$'),
  -- Lines and sums as they were quoted: accepting takes these, whatever the prices are then.
  add column quoted jsonb check (octet_length(quoted::text) <= 4000000),
  add column quoted_at timestamptz,
  add column valid_until timestamptz,
  -- What the shop wrote with the quote.
  add column quote_message text not null default '' check (length(quote_message) <= 2000),
  add constraint order_drafts_quote_is_whole check (num_nonnulls(quote_token, quoted, quoted_at, valid_until) in (0, 4));

update order_drafts set updated_at = created_at;
alter table order_drafts alter column updated_at set not null, alter column updated_at set default now();

create index order_drafts_customer on order_drafts (customer_id) where customer_id is not null;
create index order_drafts_newest on order_drafts (created_at, id);
create index order_drafts_quotes on order_drafts (valid_until) where valid_until is not null and order_number is null;

-- Staff find products and customers by a part of their name.
create index products_name_trigrams on products using gin (name gin_trgm_ops);
create index customers_words on customers using gin ((email || ' ' || name) gin_trgm_ops);
