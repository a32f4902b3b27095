import type pg from 'pg';

/**
 * Rows as in a shop: recent and old, few of them waiting. $1 is their number. They stand in no order that
 * was placed, so they are written without triggers and foreign keys.
 */
const statements = [
  `insert into orders (token, source, status, cancel_reason, locale, currency, items_total, total, captured_total, refunded_total,
    prices_include_tax, email, payment_method, payment_title, created_at, due_at, paid_at, completed_at, cancelled_at)
  select md5(n::text), 'checkout', s.status, case when s.status = 'cancelled' then 'expired' end, 'en-GB', 'EUR', total, total,
    case when s.status in ('processing', 'completed') or n % 1000 = 2 then total else 0 end, case when n % 50 = 0 and s.status = 'completed' then total else 0 end,
    true, 'ada@example.com', 'bank_transfer', 'Bank transfer', s.at, s.at + interval '14 days',
    case when s.status in ('processing', 'completed') then s.at end, case when s.status = 'completed' then s.at end,
    case when s.status = 'cancelled' then s.at end
  from generate_series(1, $1::integer) n
  cross join lateral (select $2::timestamptz - interval '31 minutes' * n - interval '1 second' * (n * 7919 % 3600) as at,
    1500 + n * 7919 % 9000 as total, case when n <= 12 then 'processing' when n <= 15 then 'on-hold'
      when n % 20 = 2 then 'cancelled' else 'completed' end as status) s`,
  `insert into order_lines (order_id, product_id, variation_id, position, key, name, quantity, unit_price, subtotal_net, subtotal_gross, total, net, gross,
    tax_class, virtual, downloadable)
  select id, 1, 1, 0, 'l0', 'Bowl', 1, total, total, total, total, total, total, 'standard', false, false from orders
  where id <= $1::integer and created_at <= $2::timestamptz`,
  `insert into payments (id, order_id, attempt_id, provider, amount, currency, status, created_at) overriding system value
  select id, case when id <> 8 then id end, case when id = 8 then id end, 'wallet', 1000, 'EUR', 'open', $2::timestamptz from orders where id <= $1::integer`,
  `insert into payment_transactions (payment_id, kind, status, amount, provider_reference, request_key, by, requested_at, finished_at)
  select n, case when n % 3 = 0 then 'dispute' when n % 3 = 1 or n = 8 then 'refund' else 'capture' end, case when n <= 9 then 'requested' else 'succeeded' end,
    1000, null, 'request-' || n, 'shop', $2::timestamptz - interval '31 minutes' * n, case when n > 9 then $2::timestamptz end
  from generate_series(1, $1::integer) n`,
  `insert into contact_messages (form_id, form_title, status, fields, locale, unit_tag, submission_hash, reply, mail, is_kept, received_at, delete_at)
  select 1, 'Contact', case when n <= 4 then 'new' when n <= 6 then 'quarantine' else 'answered' end, '[]', 'en-GB', 'f1',
    rpad(n::text, 43, 'x'), '{}', 'none', true, $2::timestamptz - interval '1 hour' * n, $2::timestamptz + interval '1 year'
  from generate_series(1, $1::integer) n`,
  `insert into comments (product_id, stars, body, author, locale, state, reports, fingerprint, created_at)
  select n % 50 + 1, n % 5 + 1, 'It pours well.', 'Ada', 'en', case when n <= 5 then 'held' else 'approved' end, case when n in (7, 9) then 1 else 0 end,
    'the waiting row ' || n, $2::timestamptz - interval '1 hour' * n from generate_series(1, $1::integer) n`,
  `insert into withdrawals (request_key, order_id, order_number, email, name, scope, declared_at)
  select gen_random_uuid(), case when n <> 2 then n end, n::text, 'ada@example.com', 'Ada', 'whole', $2::timestamptz - interval '1 hour' * n
  from generate_series(1, $1::integer) n`,
  `insert into withdrawal_closings (withdrawal_id, note, by, closed_at)
  select id, '', 'shop', $2::timestamptz from withdrawals where $1::integer > 0 and declared_at < $2::timestamptz - interval '2 hours'`,
  `insert into platform.runs (action, state, by_kind, by, total, done, failed, created_at, ended_at)
  select 'promotions.end-coupon', 'done', 'system', 'shop', 10, case when n % 40 = 1 then 8 else 10 end, case when n % 40 = 1 then 2 else 0 end, at, at
  from generate_series(1, $1::integer) n cross join lateral (select $2::timestamptz - interval '3 hours' * n as at) times`,
  `insert into staff_invitations (email, role, token_hash, invited_by, sent_at, expires_at)
  select 'staff' || n || '@example.com', 'clerk', sha256(n::text::bytea), 'Ada', $2::timestamptz, $2::timestamptz + interval '7 days'
  from generate_series(1, least($1::integer, 2)) n`,
];

/** Fills what the start page of the back office counts: some of each kind wait, the rest is old. */
export async function addWaitingRows(pool: pg.Pool, count: number, now: Date): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin; set local session_replication_role = replica');
    for (const statement of statements) await client.query(statement, [count, now]);
    await client.query('commit');
  } finally {
    client.release();
  }
}
