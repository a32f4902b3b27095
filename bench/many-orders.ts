import type pg from 'pg';

/**
 * Fills a shop that has products with orders of three lines, each in a state that it may have: who bought, what was paid,
 * given back, shipped and written down. The newest are open. Triggers and foreign keys are off: `findMistakes` counts
 * afterwards what they hold. $1: orders, $2: customers.
 */
const customers = `
  insert into customers (email, name, locale, email_verified_at, created_at)
  select 'shopper' || n || '@example.com', 'Shopper ' || n, 'en-GB', now() - interval '400 days', now() - interval '400 days'
  from generate_series(1, $1::integer) n`;

/** Names of three syllables: a part of one finds many people, a whole one a few. */
const names = `
  create function pg_temp.a_name(n bigint) returns text language sql immutable as $$
    select initcap(s[1 + n % 20] || s[1 + n / 20 % 20] || s[1 + n / 400 % 20])
    from (select array['ba', 'cor', 'da', 'el', 'fin', 'gar', 'ha', 'in', 'jo', 'ka', 'lo', 'mar', 'ne', 'or', 'pe', 'ros', 'sa', 'ti', 'ul', 'wen'] as s) syllables
  $$`;

const orders = `
  insert into orders (token, source, status, cancel_reason, cancelled_at, locale, currency, items_total, shipping_total, total, captured_total,
    refunded_total, prices_include_tax, customer_id, email, phone, payment_method, payment_title, created_at, updated_at, due_at, paid_at,
    completed_at, confirmed_at, confirmed_by, suspicion, country, shipment_state)
  select 'token-of-a-loaded-order-' || n, 'checkout', status, case when status = 'cancelled' then 'by-shop' end, case when status = 'cancelled' then at end,
    'en-GB', 'EUR', 3 * price, 600, 3 * price + 600, case when is_paid then 3 * price + 600 else 0 end, case when is_paid and n % 50 = 7 then price else 0 end,
    true, case when n % 5 < 3 then $3 + buyer end, 'shopper' || buyer || '@example.com', '+353 8' || 10000000 + buyer * 419 % 80000000,
    case when n % 5 < 3 then 'wallet' else 'bank_transfer' end, case when n % 5 < 3 then 'Wallet' else 'Bank transfer' end, at, at, now() + interval '30 days',
    case when is_paid then at + interval '1 minute' end, case when status = 'completed' then at + interval '2 days' end,
    case when n > 50 then at end, case when n > 50 then 'shop' end, case when n % 50 = 0 then 'required' end,
    (array['IE', 'GB', 'DE', 'FR', 'US'])[n % 5 + 1], case when status = 'completed' then 'shipped' else 'unshipped' end
  from generate_series(1, $1::integer) n
  cross join lateral (select now() - interval '1 minute' * n as at, 500 + n::bigint * 7919 % 9500 as price, 1 + n::bigint * 7919 % $2 as buyer,
    case when n % 40 = 0 then 'cancelled' when n % 97 = 0 then 'failed' when n <= 100 and n % 2 = 0 then 'on-hold'
      when n <= 5400 then 'processing' else 'completed' end as status) a
  cross join lateral (select status in ('completed', 'processing') as is_paid) b`;

const addresses = `
  insert into order_addresses (order_id, kind, first_name, last_name, address_1, city, postcode, country)
  select o.id, kind, pg_temp.a_name(buyer % 600), pg_temp.a_name(buyer * 31 % 8000), buyer || ' Main Street', 'Cork', 'T12', o.country
  from orders o cross join lateral (select substring(email from '[0-9]+')::bigint as buyer) b cross join unnest(array['billing', 'shipping']) kind`;

const variations = `
  create temporary table numbered_variations as
  select row_number() over (order by v.id) - 1 as at, v.id, v.product_id, v.sku, p.name, count(*) over () as many
  from variations v join products p on p.id = v.product_id where p.status = 'published'`;

const lines = `
  insert into order_lines (order_id, product_id, variation_id, position, key, name, sku, quantity, unit_price, subtotal_net, subtotal_gross, total, net, gross,
    tax_class, virtual, downloadable)
  select o.id, v.product_id, v.id, place, 'l' || place, v.name, v.sku, 1, price, price, price, price, price, price, 'standard', false, false
  from orders o cross join lateral (select o.items_total / 3 as price) p cross join generate_series(0, 2) place
  join numbered_variations v on v.at = (o.id * 3 + place) * 7919 % (select max(many) from numbered_variations)`;

const shipping = `
  insert into order_shipping_lines (order_id, location_id, package_key, position, method_id, title, total, net, gross)
  select id, 1, 'main', 0, case when id % 20 = 0 then 'local_pickup:1' else 'flat_rate:1' end, 'Parcel', 600, 600, 600 from orders`;

const payments = `
  insert into payments (order_id, provider, reference, amount, currency, authorized, captured, refunded, status, created_at)
  select id, payment_method, 'PAY-' || id * 7919, total, currency, captured_total, captured_total, refunded_total, case when captured_total > 0 then 'open' else 'cancelled' end, created_at
  from orders`;

const transactions = `
  insert into payment_transactions (payment_id, kind, status, amount, provider_reference, request_key, by, requested_at, finished_at)
  select p.id, kind, 'succeeded', case kind when 'refund' then refunded else captured end, kind || '-' || p.id * 104729, 'request-' || kind || p.id, 'job', created_at, created_at
  from payments p, unnest(array['authorize', 'capture', 'refund']) kind where captured > 0 and (kind <> 'refund' or refunded > 0)`;

const shipments = `
  with sent as (
    insert into shipments (order_id, by, shipped_at) select id, 'Ada', completed_at from orders where status = 'completed' returning id, order_id
  ), parcels as (
    insert into parcels (shipment_id, carrier, tracking_number, tracking_url) select id, 'Post', 'RR' || 100000000 + order_id * 7919 % 900000000 || 'IE', '' from sent
  )
  insert into shipment_lines (shipment_id, order_id, line_id, quantity)
  select s.id, s.order_id, l.id, l.quantity from sent s join order_lines l on l.order_id = s.order_id`;

const history = `
  insert into order_history (order_id, kind, from_status, to_status, by, at)
  select id, 'status', case when place = 1 then 'pending' end, case when place = 1 then status else 'pending' end, 'shopper', created_at
  from orders, generate_series(0, 1) place`;

const terms = `
  insert into order_search_terms select distinct order_id, kind, term from order_texts where order_id is not null and term <> ''`;

const tables = [
  ...[
    'customers',
    'orders',
    'order_addresses',
    'order_lines',
    'order_shipping_lines',
    'order_history',
    'order_search_terms',
  ],
  ...['payments', 'payment_transactions', 'shipments', 'parcels', 'shipment_lines'],
];

/** Loads them in a shop without orders. @throws with what is wrong with the rows */
export async function loadOrders(client: pg.ClientBase, count: number, customerCount: number): Promise<void> {
  await client.query(
    'set session_replication_role = replica; set statement_timeout = 0; set maintenance_work_mem = 1000000',
  );
  await client.query('begin');
  await client.query(customers, [customerCount]);
  const { rows: last } = await client.query<{ before: string }>(`select max(id) - $1 as before from customers`, [
    customerCount,
  ]);
  await client.query(names);
  await client.query(orders, [count, customerCount, last[0]?.before]);
  for (const statement of [addresses, variations, lines, shipping, payments, transactions, shipments, history]) {
    await client.query(statement);
    // The next one joins what this one has written.
    await client.query('analyze');
  }
  // An index that is built at once takes a fraction of the time.
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
    where tablename = 'order_search_terms' and indexname <> 'order_search_terms_pkey'`,
  );
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  await client.query(terms);
  for (const { definition } of indexes) await client.query(definition);
  await client.query('commit');
  await client.query(`vacuum analyze ${tables.join()}`);
  const mistakes = await findMistakes(client);
  if (mistakes.length > 0) throw new Error(`the loaded orders are wrong: ${mistakes.join('; ')}`);
}

/** Sums and states that triggers keep, with the number of rows that are otherwise. */
const kept: Readonly<Record<string, string>> = {
  'sums of lines': `select o.id from orders o join order_lines l on l.order_id = o.id group by o.id having sum(l.total) <> o.items_total`,
  'orders of three lines': `select o.id from orders o left join order_lines l on l.order_id = o.id group by o.id having count(l.id) <> 3`,
  totals: 'select id from orders where total <> items_total - discount_total + shipping_total + fee_total',
  'sums of payments': `select o.id from orders o left join payments p on p.order_id = o.id group by o.id
    having coalesce(sum(p.captured), 0) <> o.captured_total or coalesce(sum(p.refunded), 0) <> o.refunded_total`,
  'sums of transactions': `select p.id from payments p left join payment_transactions t on t.payment_id = p.id group by p.id
    having (coalesce(sum(t.amount) filter (where t.kind = 'capture'), 0), coalesce(sum(t.amount) filter (where t.kind = 'refund'), 0)) <> (p.captured, p.refunded)`,
  'states of shipments': `select o.id from orders o left join shipments s on s.order_id = o.id group by o.id having (count(s.id) > 0) <> (o.shipment_state = 'shipped')`,
  'units shipped': `select l.id from order_lines l join shipment_lines s on s.line_id = l.id group by l.id having sum(s.quantity) > l.quantity`,
};

/** Rows that break a foreign key or what a trigger keeps. Checks and unique indexes hold in any case. */
async function findMistakes(client: pg.ClientBase): Promise<string[]> {
  const { rows: keys } = await client.query<{ what: string; statement: string }>(
    `select c.conname as what, format('select 1 from %s c where num_nulls(%s) = 0 and not exists (select from %s p where (%s) = (%s))', c.conrelid::regclass,
      string_agg('c.' || quote_ident(own.attname), ', ' order by place), c.confrelid::regclass,
      string_agg('p.' || quote_ident(other.attname), ', ' order by place), string_agg('c.' || quote_ident(own.attname), ', ' order by place)) as statement
    from pg_constraint c cross join unnest(c.conkey, c.confkey) with ordinality k (own_key, other_key, place)
    join pg_attribute own on own.attrelid = c.conrelid and own.attnum = own_key
    join pg_attribute other on other.attrelid = c.confrelid and other.attnum = other_key
    where c.contype = 'f' and c.conrelid = any($1::regclass[]) group by c.oid, c.conname, c.conrelid, c.confrelid`,
    [tables],
  );
  const mistakes: string[] = [];
  for (const { what, statement } of [
    ...keys,
    ...Object.entries(kept).map(([what, statement]) => ({ what, statement })),
  ]) {
    const { rows } = await client.query<{ wrong: number }>(
      `select count(*)::integer as wrong from (${statement}) found`,
    );
    if (rows[0]?.wrong !== 0) mistakes.push(`${rows[0]?.wrong} of ${what}`);
  }
  return mistakes;
}
