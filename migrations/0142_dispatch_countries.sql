-- Null: the country of the shop's base address, which is in its configuration.
alter table stock_locations add column country char(2) check (country ~ '^[A-Z]{2}$');

-- From where the seller sends what is taxed: the country of its package's location. What is not sent has the shop's own.
alter table order_tax_lines add column dispatch_country char(2) not null default 'ZZ' check (dispatch_country ~ '^[A-Z]{2}$');
-- Placing an order names it.
alter table order_tax_lines alter column dispatch_country drop default;
