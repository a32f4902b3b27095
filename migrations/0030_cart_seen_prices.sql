-- The price of one item that the shopper saw last: the cart page tells when it has changed since.
alter table cart_lines add column seen_unit_price bigint check (seen_unit_price >= 0);
