create table customers (
  id bigint generated always as identity primary key,
  email text not null check (length(email) between 3 and 320),
  -- When the customer proved that the address is theirs.
  email_verified_at timestamptz,
  created_at timestamptz not null default now()
);

create unique index customers_email on customers (lower(email));

alter table carts
  alter column visitor_id drop not null,
  add column customer_id bigint references customers on delete cascade,
  -- The customer's cart that took over the lines of a guest's cart at sign-in.
  add column merged_into uuid references carts on delete cascade,
  drop constraint carts_state_check,
  add constraint carts_state_check check (state in ('open', 'ordered', 'merged')),
  add constraint carts_one_owner check (num_nonnulls(visitor_id, customer_id) = 1),
  add constraint carts_merged_into_another check ((state = 'merged') = (merged_into is not null));

create unique index carts_one_open_of_customer on carts (customer_id) where state = 'open';
create index carts_customer on carts (customer_id) where customer_id is not null;
create index carts_merged_into on carts (merged_into) where merged_into is not null;
drop index carts_left_open;
create index carts_left_open on carts (updated_at) where state = 'open' and customer_id is null;
create index carts_left_open_of_customer on carts (updated_at) where state = 'open' and customer_id is not null;
create index carts_merged on carts (updated_at) where state = 'merged';

-- An order outlives its customer's account: the customer's row is emptied, not deleted.
alter table orders
  add column customer_id bigint references customers on delete restrict,
  add constraint orders_at_most_one_owner check (num_nonnulls(visitor_id, customer_id) <= 1);

create index orders_customer on orders (customer_id) where customer_id is not null;
