-- Which optional mails a customer wants. Without a row: none.
create table email_preferences (
  customer_id bigint not null references customers on delete cascade,
  kind text not null check (kind ~ '^[a-z0-9-]{1,60}$'),
  is_wanted boolean not null,
  changed_at timestamptz not null,
  primary key (customer_id, kind)
);
