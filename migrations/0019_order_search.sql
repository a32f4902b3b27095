-- The list of orders: what orders are searched by, and the states by which they are filtered.

-- How a text is compared: small letters without accents.
create function search_key(text text) returns text language sql stable parallel safe as $$
  select lower(unaccent(btrim(regexp_replace(text, '\s+', ' ', 'g'))))
$$;

-- Digits of a phone number, without the zeros before it: people write one number in many ways.
create function phone_key(phone text) returns text language sql immutable parallel safe as $$
  select ltrim(regexp_replace(phone, '\D', '', 'g'), '0')
$$;

-- All texts by which orders are found, but for their number. What is erased or corrected in these tables is so here.
create view order_texts (order_id, kind, term) as
  select id, 'email', search_key(email) from orders where erased_at is null
  union all select id, 'phone', phone_key(phone) from orders
  union all select order_id, 'name', search_key(first_name || ' ' || last_name) from order_addresses
  union all select order_id, 'name', search_key(company) from order_addresses
  union all select order_id, 'sku', search_key(left(sku, 200)) from order_lines
  union all select s.order_id, 'tracking', replace(search_key(p.tracking_number), ' ', '') from parcels p join shipments s on s.id = p.shipment_id
  union all select order_id, 'transaction', search_key(reference) from payments
  union all select p.order_id, 'transaction', search_key(t.provider_reference) from payment_transactions t join payments p on p.id = t.payment_id;

-- The same as rows with indexes. Triggers write them, so that no write of whichever feature can leave them behind.
create table order_search_terms (
  order_id bigint not null references orders on delete cascade,
  kind text not null check (kind in ('email', 'phone', 'name', 'sku', 'tracking', 'transaction')),
  term text not null check (length(term) between 1 and 500),
  primary key (order_id, kind, term)
);

insert into order_search_terms
select distinct order_id, kind, term from order_texts where order_id is not null and term <> '';

create index order_search_terms_exact on order_search_terms (term, order_id);
create index order_search_terms_parts on order_search_terms using gin (term gin_trgm_ops);

-- Brings the terms of some kinds of an order up to date. Those that stay are not written.
create function index_order_terms(changed_id bigint, changed_kinds text[]) returns void language plpgsql as $$
begin
  delete from order_search_terms s where s.order_id = changed_id and s.kind = any(changed_kinds)
    and not exists (select from order_texts t where t.order_id = changed_id and t.kind = s.kind and t.term = s.term);
  insert into order_search_terms
  select order_id, kind, term from order_texts where order_id = changed_id and kind = any(changed_kinds) and term <> ''
  on conflict do nothing;
end $$;

create function index_changed_order() returns trigger language plpgsql as $$
declare
  changed record;
  changed_id bigint;
begin
  if tg_op = 'DELETE' then changed := old; else changed := new; end if;
  case tg_table_name
    when 'orders' then changed_id := changed.id;
    when 'parcels' then select order_id into changed_id from shipments where id = changed.shipment_id;
    when 'payment_transactions' then select order_id into changed_id from payments where id = changed.payment_id;
    else changed_id := changed.order_id;
  end case;
  if changed_id is not null then perform index_order_terms(changed_id, tg_argv::text[]); end if;
  return null;
end $$;

create trigger orders_new_terms after insert on orders for each row execute function index_changed_order('email', 'phone');
create trigger orders_changed_terms after update on orders for each row
  when ((old.email, old.phone, old.erased_at) is distinct from (new.email, new.phone, new.erased_at))
  execute function index_changed_order('email', 'phone');
create trigger order_addresses_terms after insert or update on order_addresses
  for each row execute function index_changed_order('name');
create trigger order_lines_changed_terms after update on order_lines for each row
  when (old.sku is distinct from new.sku) execute function index_changed_order('sku');
create trigger parcels_terms after insert or update or delete on parcels
  for each row execute function index_changed_order('tracking');
create trigger payments_terms after insert or update of order_id, reference on payments
  for each row when (new.order_id is not null) execute function index_changed_order('transaction');
create trigger payment_transactions_terms after insert or update of provider_reference on payment_transactions
  for each row when (new.provider_reference is not null) execute function index_changed_order('transaction');

-- How far an order is shipped. 'none': it has nothing that is shipped, or all of it was refunded before.
alter table orders add column shipment_state text not null default 'unshipped'
  check (shipment_state in ('unshipped', 'partly', 'shipped', 'none'));

-- Whoever ships or cancels units has locked the order's row.
create function set_shipment_state(changed_ids bigint[]) returns void language sql as $$
  update orders o set shipment_state = counted.state from (
    select units.id, case when is_begun and units_left > 0 then 'partly' when is_begun then 'shipped'
      when units_left > 0 then 'unshipped' else 'none' end as state
    from (
      select changed.id, coalesce(sum(count_units_left(l)), 0) as units_left, exists (select from shipments s where s.order_id = changed.id) as is_begun
      from (select distinct unnest(changed_ids) as id) changed
      left join order_lines l on l.order_id = changed.id and not (l.virtual and l.downloadable) group by 1
    ) units
  ) counted where o.id = counted.id and o.shipment_state <> counted.state
$$;

select set_shipment_state(array_agg(id)) from orders;

create function set_changed_shipment_states() returns trigger language plpgsql as $$
begin
  perform set_shipment_state((select array_agg(order_id) from changed));
  return null;
end $$;

create function index_new_lines() returns trigger language plpgsql as $$
begin
  perform index_order_terms(order_id, '{sku}') from (select distinct order_id from changed) new_lines;
  perform set_shipment_state((select array_agg(order_id) from changed));
  return null;
end $$;

create trigger order_lines_new_terms after insert on order_lines referencing new table as changed
  for each statement execute function index_new_lines();
create trigger shipment_lines_set_state after insert on shipment_lines referencing new table as changed
  for each statement execute function set_changed_shipment_states();
create trigger cancelled_units_set_state after insert on cancelled_units referencing new table as changed
  for each statement execute function set_changed_shipment_states();

-- What became of the money. 'to-return': the order has ended, and money of it was not given back. 'none': it has ended, and nothing was paid.
-- Stored, so that rows of a state are counted by an index alone.
alter table orders add column money_state text not null generated always as (case
  when status = 'cancelled' and captured_total > refunded_total then 'to-return'
  when refunded_total > 0 then case when refunded_total = captured_total then 'refunded' else 'partly-refunded' end
  when paid_at is not null then case when total = 0 then 'free' else 'paid' end
  when captured_total > 0 then 'partly-paid'
  when status = 'failed' then 'failed'
  when status = 'cancelled' then 'none'
  else 'unpaid'
end) stored;

-- Where an order goes to; of its buyer when nothing is shipped. The code writes it with a new order, and a trigger whatever comes later.
alter table orders add column country text check (country ~ '^[A-Z]{2}$');

create function set_order_country(changed_ids bigint[]) returns void language sql as $$
  update orders o set country = a.country from (
    select distinct on (order_id) order_id, country from order_addresses where order_id = any(changed_ids) order by order_id, kind desc
  ) a where o.id = a.order_id and o.country is distinct from a.country::text
$$;

select set_order_country(array_agg(id)) from orders;

create function set_changed_country() returns trigger language plpgsql as $$
begin
  perform set_order_country(array[new.order_id]);
  return null;
end $$;

create trigger order_addresses_set_country after insert or update of country on order_addresses
  for each row execute function set_changed_country();

-- Filters of the list, each in the order of the list, and what else it can be sorted by.
create index orders_money_state on orders (money_state, created_at desc, id desc);
create index orders_shipment_state on orders (shipment_state, created_at desc, id desc);
create index orders_payment_method on orders (payment_method, created_at desc, id desc);
create index orders_suspicion on orders (suspicion, created_at desc, id desc) where suspicion is not null;
create index orders_total on orders (total, id);
create index orders_country on orders (country, created_at desc, id desc);
