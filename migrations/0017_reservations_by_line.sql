-- Where stock lies. A stock has one level, so one location.
create table stock_locations (
  id integer primary key,
  name text not null unique check (btrim(name) <> '' and length(name) <= 100)
);

insert into stock_locations values (1, 'Main');

alter table stock_levels add column location_id integer not null default 1 references stock_locations;
alter table stock_movements add column location_id integer not null default 1 references stock_locations;

alter table order_lines add constraint order_lines_of_order unique (order_id, id);

alter table stock_reservations rename to reservations_by_variation;
drop index stock_reservations_reserved, stock_reservations_variation;

-- Units of managed stock that a line of an order has taken.
create table stock_reservations (
  id bigint primary key generated always as identity,
  order_id bigint not null,
  line_id bigint not null,
  location_id integer not null default 1 references stock_locations,
  -- Not foreign keys: like the stock ledger, reservations outlive the products.
  stock_id integer not null,
  variation_id integer not null,
  quantity integer not null check (quantity > 0),
  -- Of these units, how many were not on hand yet.
  backordered integer not null default 0,
  -- Units that left the house, and units that are back in stock.
  shipped integer not null default 0 check (shipped >= 0),
  returned integer not null default 0 check (returned >= 0),
  -- 'reserved' until the order is paid or prepared, then 'committed'; 'released' when every unit is back in stock.
  state text not null default 'reserved' check (state in ('reserved', 'committed', 'released')),
  foreign key (order_id, line_id) references order_lines (order_id, id) on delete cascade,
  unique (line_id, location_id),
  constraint reservation_units_add_up check (shipped + returned <= quantity and backordered between 0 and quantity - returned),
  constraint released_is_returned check ((state = 'released') = (returned = quantity))
);

-- Each line, in their order, takes what the lines before it left of the quantity of its variation.
insert into stock_reservations (order_id, line_id, stock_id, variation_id, quantity, backordered, shipped, returned, state)
select order_id, line_id, stock_id, variation_id, taken, case when state = 'released' then 0 else taken - on_hand end,
  case when state = 'committed' and completed then taken else 0 end, case when state = 'released' then taken else 0 end, state
from (
  select r.*, l.id as line_id, o.completed_at is not null as completed,
    case when l.is_last then r.quantity else least(r.quantity, l.upto) end - least(r.quantity, l.upto - l.quantity) as taken,
    case when l.is_last then r.quantity - r.backordered else least(r.quantity - r.backordered, l.upto) end
      - least(r.quantity - r.backordered, l.upto - l.quantity) as on_hand
  from reservations_by_variation r
  join orders o on o.id = r.order_id
  join (
    select id, order_id, variation_id, quantity, sum(quantity) over lines as upto, lead(id) over lines is null as is_last
    from order_lines window lines as (partition by order_id, variation_id order by position)
  ) l on l.order_id = r.order_id and l.variation_id = r.variation_id
) by_line
where taken > 0
order by order_id, line_id;

drop table reservations_by_variation;

create index stock_reservations_order on stock_reservations (order_id);
create index stock_reservations_variation on stock_reservations (variation_id) where state <> 'released';
create index stock_reservations_reserved on stock_reservations (stock_id) where state = 'reserved';
create index stock_reservations_in_house on stock_reservations (stock_id) where state <> 'released' and shipped + returned < quantity;
