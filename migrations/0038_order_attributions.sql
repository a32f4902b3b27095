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

-- Never written.
alter table orders drop column attribution;
