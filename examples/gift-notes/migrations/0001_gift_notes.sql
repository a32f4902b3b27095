create table gift_notes (
  order_id bigint primary key references orders on delete cascade,
  text text not null check (length(text) between 1 and 250)
);
