create table shipments (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  location_id integer not null default 1 references stock_locations,
  carrier text not null default '' check (length(carrier) <= 100),
  tracking_number text not null default '' check (length(tracking_number) <= 100),
  tracking_url text not null default '' check (tracking_url ~ '^(https?://.+)?$' and length(tracking_url) <= 1000),
  -- As in order_history.
  by text not null check (length(by) between 1 and 100),
  shipped_at timestamptz not null default now(),
  unique (order_id, id)
);

create table shipment_lines (
  shipment_id bigint not null,
  order_id bigint not null,
  line_id bigint not null,
  quantity integer not null check (quantity > 0),
  primary key (shipment_id, line_id),
  foreign key (order_id, shipment_id) references shipments (order_id, id),
  foreign key (order_id, line_id) references order_lines (order_id, id)
);

create index shipment_lines_line on shipment_lines (line_id);

-- Units that will not be shipped, since they were refunded before.
create table cancelled_units (
  id bigint generated always as identity primary key,
  order_id bigint not null,
  line_id bigint not null,
  quantity integer not null check (quantity > 0),
  by text not null check (length(by) between 1 and 100),
  cancelled_at timestamptz not null default now(),
  foreign key (order_id, line_id) references order_lines (order_id, id)
);

create index cancelled_units_line on cancelled_units (line_id);

-- Units of a line that were neither shipped nor cancelled.
create function count_units_left(line order_lines) returns integer language sql stable as $$
  select (line.quantity - coalesce((select sum(quantity) from shipment_lines where line_id = line.id), 0)
    - coalesce((select sum(quantity) from cancelled_units where line_id = line.id), 0))::integer
$$;

-- The order's row is locked by whoever ships, so the sum is stable.
create function check_units_left() returns trigger language plpgsql as $$
begin
  if (select count_units_left(l) from order_lines l where l.id = new.line_id) < 0 then
    raise exception 'line % has fewer units than were shipped and cancelled', new.line_id
      using errcode = 'check_violation', constraint = 'shipped_at_most_the_quantity', table = tg_table_name;
  end if;
  return null;
end $$;

create constraint trigger shipment_lines_at_most_the_quantity after insert on shipment_lines
  for each row execute function check_units_left();
create constraint trigger cancelled_units_at_most_the_quantity after insert on cancelled_units
  for each row execute function check_units_left();
create trigger cancelled_units_append_only before update or delete or truncate on cancelled_units
  for each statement execute function enforce_append_only();
create trigger shipment_lines_append_only before update or delete or truncate on shipment_lines
  for each statement execute function enforce_append_only();

-- Completed orders were shipped as a whole.
with shipped as (
  insert into shipments (order_id, by, shipped_at)
  select o.id, 'shop', o.completed_at from orders o
  where o.completed_at is not null and exists (select from order_lines l where l.order_id = o.id and not (l.virtual and l.downloadable))
  returning id, order_id
)
insert into shipment_lines (shipment_id, order_id, line_id, quantity)
select s.id, s.order_id, l.id, l.quantity from shipped s join order_lines l on l.order_id = s.order_id where not (l.virtual and l.downloadable);
