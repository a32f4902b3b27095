-- The id of a cart's next order. It is drawn with the cart, so that reading the checkout changes nothing; the order that is placed gets it.
create table next_order_ids (
  cart_id uuid primary key references carts (id) on delete cascade,
  order_id bigint not null unique default nextval('orders_id_seq')
);

create function draw_order_id() returns trigger language plpgsql as $$
begin
  insert into next_order_ids (cart_id) values (new.id);
  return null;
end $$;

-- Whoever makes a cart, its first write draws the id.
create trigger carts_draw_order_id after insert on carts for each row execute function draw_order_id();

insert into next_order_ids (cart_id) select id from carts where state = 'open';
