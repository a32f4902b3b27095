-- In how many paid orders a product was bought with another one. A job counts them; nothing tells whose orders they were.
create table product_companions (
  product_id integer not null references products on delete cascade,
  companion_id integer not null references products on delete cascade,
  orders integer not null check (orders > 0),
  primary key (product_id, companion_id),
  constraint companion_is_another_product check (companion_id <> product_id)
);
create index product_companions_companion on product_companions (companion_id);
