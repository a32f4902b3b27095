-- A shopper may ask to cancel an order that was paid and not sent. Staff refund it, or decline and send it.
alter table orders
  add column cancel_requested_at timestamptz,
  -- Once declined, the shopper does not ask again: the order is sent, and can be withdrawn from.
  add column cancel_declined_at timestamptz,
  add constraint declined_was_requested check (cancel_declined_at is null or cancel_declined_at >= cancel_requested_at),
  -- Comparing with null gives null, which a check accepts.
  add constraint declined_needs_request check (cancel_declined_at is null or cancel_requested_at is not null);

-- The tile and the filter of requests that nobody has answered: few rows of many orders.
create index orders_cancel_requested on orders (cancel_requested_at, id)
  where cancel_requested_at is not null and cancel_declined_at is null;
