-- The page that a mailed link leads to after the sign-in; null for the account.
alter table account_links add return_to text check (length(return_to) <= 2000);

-- A form that a guest had typed, taken over at the sign-in: it is filled in with what is known of the customer.
alter table checkout_forms add is_of_guest boolean not null default false;

-- Guests who have cleared the details of their last order: what is older is not filled in.
create table checkout_cleared_details (
  -- No reference: visitors are kept for what refers to them.
  visitor_id uuid primary key,
  cleared_at timestamptz not null
);
create index checkout_cleared_details_cleared_at on checkout_cleared_details (cleared_at);
