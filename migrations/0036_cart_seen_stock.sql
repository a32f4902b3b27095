-- What the shopper saw last of a line, beside its price: the cart page tells what has changed since.
alter table cart_lines
  -- Null: unknown, for lines from before this column.
  add column seen_availability text check (seen_availability in ('available', 'short', 'sold-out', 'unavailable')),
  -- How many were left, where the page showed it.
  add column seen_stock_left integer check (seen_stock_left >= 0);

-- Only what is available can be put into a cart.
alter table cart_lines alter column seen_availability set default 'available';

-- The address of the invoice, as far as its owner has said: taxes may depend on it. Else it is the destination.
alter table carts
  add column billing_country text,
  add column billing_state text not null default '',
  add column billing_postcode text not null default '',
  add column billing_city text not null default '';
