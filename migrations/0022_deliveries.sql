-- What became of parcels, and what was sent again free of charge.

-- An order of the shop for units of an earlier one, free of charge.
create table replacements (
  order_id bigint primary key references orders on delete restrict,
  replaced_order_id bigint not null references orders on delete restrict,
  constraint replacement_is_another_order check (order_id <> replaced_order_id)
);

create index replacements_replaced_order on replacements (replaced_order_id);

create trigger replacements_append_only before update or delete or truncate on replacements
  for each statement execute function enforce_append_only();

-- Which units of the earlier order.
create table replaced_units (
  replacement_id bigint not null references replacements on delete restrict,
  order_id bigint not null,
  line_id bigint not null,
  quantity integer not null check (quantity > 0),
  primary key (line_id, replacement_id),
  foreign key (order_id, line_id) references order_lines (order_id, id)
);

create index replaced_units_replacement on replaced_units (replacement_id);

create trigger replaced_units_append_only before update or delete or truncate on replaced_units
  for each statement execute function enforce_append_only();

-- Units of a line that left the shop and were not replaced yet. A cancelled replacement replaces nothing.
create function count_replaceable_units(line order_lines) returns integer language sql stable as $$
  select (coalesce((select sum(quantity) from shipment_lines where line_id = line.id), 0)
    - coalesce((select sum(u.quantity) from replaced_units u join orders o on o.id = u.replacement_id
      where u.line_id = line.id and o.status <> 'cancelled'), 0))::integer
$$;

-- Whoever replaces units has locked the row of their order.
create function check_replaced_units() returns trigger language plpgsql as $$
begin
  if (select count_replaceable_units(l) from order_lines l where l.id = new.line_id) < 0 then
    raise exception 'more units of line % were replaced than shipped', new.line_id
      using errcode = 'check_violation', constraint = 'replaced_at_most_the_shipped', table = tg_table_name;
  end if;
  return null;
end $$;

create constraint trigger replaced_units_at_most_the_shipped after insert on replaced_units
  for each row execute function check_replaced_units();

-- A parcel is named together with its shipment.
alter table parcels add constraint parcels_of_shipment unique (shipment_id, id);
drop index parcels_shipment;

-- What is known of how a parcel arrived, or a shipment of which no parcel is known.
create table deliveries (
  id bigint generated always as identity primary key,
  order_id bigint not null,
  shipment_id bigint not null,
  parcel_id bigint,
  state text not null check (state in ('delivered', 'failed', 'returned')),
  reason text not null default '' check (length(reason) <= 500),
  happened_on date not null,
  -- Units of it that were put back in stock.
  restocked integer not null default 0 check (restocked >= 0),
  -- What the shop has done about a delivery that failed or came back. Null: nothing yet.
  answer text check (answer in ('sent-again', 'refunded', 'other')),
  replacement_id bigint references replacements on delete restrict,
  refund_id bigint references refunds on delete restrict,
  by text not null check (length(by) between 1 and 100),
  by_staff_id bigint references staff_members,
  recorded_at timestamptz not null,
  foreign key (order_id, shipment_id) references shipments (order_id, id),
  foreign key (shipment_id, parcel_id) references parcels (shipment_id, id),
  constraint deliveries_of_parcel unique nulls not distinct (shipment_id, parcel_id),
  constraint delivered_needs_no_answer check (state <> 'delivered' or answer is null),
  constraint only_returned_is_restocked check (state = 'returned' or restocked = 0),
  constraint sent_again_says_as_what check ((answer is not distinct from 'sent-again') = (replacement_id is not null)),
  constraint refunded_says_by_what check ((answer is not distinct from 'refunded') = (refund_id is not null))
);

create index deliveries_order on deliveries (order_id);
-- What waits for an answer, and what the page of another order of the same person warns of.
create index deliveries_open on deliveries (order_id) where state <> 'delivered' and answer is null;
create index deliveries_undelivered on deliveries (order_id) where state <> 'delivered';
create index deliveries_replacement on deliveries (replacement_id) where replacement_id is not null;
create index deliveries_refund on deliveries (refund_id) where refund_id is not null;

create trigger deliveries_stay before delete or truncate on deliveries for each statement execute function enforce_append_only();

-- A refund of units of a shipment answers its deliveries. One that fails was none.
create function answer_refunded_deliveries() returns trigger language plpgsql as $$
begin
  update deliveries d set answer = 'refunded', refund_id = new.refund_id from shipment_lines s
  where s.line_id = new.order_line_id and d.shipment_id = s.shipment_id and d.state <> 'delivered' and d.answer is null;
  return null;
end $$;

create trigger refund_lines_answer_deliveries after insert on refund_lines
  for each row when (new.order_line_id is not null) execute function answer_refunded_deliveries();

create function reopen_deliveries() returns trigger language plpgsql as $$
begin
  update deliveries set answer = null, replacement_id = null, refund_id = null
  where case tg_table_name when 'refunds' then refund_id = new.id else replacement_id = new.id end;
  return null;
end $$;

create trigger refunds_failed_reopen_deliveries after update of status on refunds
  for each row when (new.status = 'failed' and old.status <> 'failed') execute function reopen_deliveries();
create trigger orders_cancelled_reopen_deliveries after update of status on orders
  for each row when (new.status = 'cancelled' and old.status <> 'cancelled') execute function reopen_deliveries();

-- 'undelivered': all was shipped, and something of it failed or came back without an answer. 'delivered': all has arrived that was not answered.
alter table orders drop constraint orders_shipment_state_check;
alter table orders add constraint orders_shipment_state_check
  check (shipment_state in ('unshipped', 'partly', 'shipped', 'delivered', 'undelivered', 'none'));

create or replace function set_shipment_state(changed_ids bigint[]) returns void language sql as $$
  update orders o set shipment_state = counted.state from (
    select units.id, case when is_begun and units_left > 0 then 'partly' when is_open then 'undelivered' when is_begun and has_arrived then 'delivered'
      when is_begun then 'shipped' when units_left > 0 then 'unshipped' else 'none' end as state
    from (
      select changed.id, coalesce(sum(count_units_left(l)), 0) as units_left, exists (select from shipments s where s.order_id = changed.id) as is_begun,
        exists (select from deliveries d where d.order_id = changed.id and d.state <> 'delivered' and d.answer is null) as is_open,
        exists (select from deliveries d where d.order_id = changed.id and d.state = 'delivered') and not exists (
          select from shipments s left join parcels p on p.shipment_id = s.id where s.order_id = changed.id and not exists (
            select from deliveries d where d.shipment_id = s.id and d.parcel_id is not distinct from p.id and (d.state = 'delivered' or d.answer is not null)
          )
        ) as has_arrived
      from (select distinct unnest(changed_ids) as id) changed
      left join order_lines l on l.order_id = changed.id and not (l.virtual and l.downloadable) group by 1
    ) units
  ) counted where o.id = counted.id and o.shipment_state <> counted.state
$$;

create function set_delivered_state() returns trigger language plpgsql as $$
begin
  perform set_shipment_state(array[new.order_id]);
  return null;
end $$;

create trigger deliveries_set_state after insert or update on deliveries for each row execute function set_delivered_state();
