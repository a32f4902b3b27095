-- Where an order comes from: the checkout, the shop itself, or a program.
alter table orders add column source text not null default 'checkout' check (source in ('checkout', 'admin', 'api'));
alter table orders alter column source drop default;

-- An order that adds to an earlier one, whose lines never change.
alter table orders add column amends_order_id bigint references orders;
create index orders_amends on orders (amends_order_id) where amends_order_id is not null;

-- Orders of the shop that are not placed yet: they have no number, and reserve nothing.
create table order_drafts (
  id bigint generated always as identity primary key,
  -- As in the file that made it; checked again when it is placed.
  input jsonb not null check (jsonb_typeof(input) = 'object' and octet_length(input::text) <= 2000000),
  by text not null check (length(by) between 1 and 100),
  created_at timestamptz not null default now(),
  -- Set once it is placed.
  order_number bigint unique references orders (number)
);

create index order_drafts_open on order_drafts (id) where order_number is null;
