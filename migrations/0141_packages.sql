-- An order may be sent as several packages, each with a shipping line of its own. Today it is one, 'main'.
alter table order_shipping_lines
  -- Of the calculation. Stable and unique in its order.
  add column package_key text not null default 'main' check (length(package_key) between 1 and 100),
  -- From where the package is sent.
  add column location_id integer not null default 1 references stock_locations,
  add constraint order_shipping_lines_package unique (order_id, package_key);
-- Placing an order names both.
alter table order_shipping_lines alter column package_key drop default, alter column location_id drop default;
