-- The grouped product with whose form a line was added: its name is shown with the line, and copied into the order.
-- A set that is deleted leaves its members in the cart.
alter table cart_lines add column set_id integer references products on delete set null;

-- For the foreign key: deleting a product.
create index cart_lines_set on cart_lines (set_id) where set_id is not null;
