/**
 * Fills the tables of a list with $1 rows that are spread as in a shop: recent and old, in each state. Triggers are off:
 * rows come without what belongs to them.
 */
const rowsOfLists: Readonly<Record<string, string>> = {
  'attribution.orders': `
    with placed as (
      insert into orders (token, source, status, locale, currency, items_total, total, prices_include_tax, email, payment_method,
        payment_title, created_at, updated_at, due_at, paid_at)
      select 'token-of-a-made-order-' || n, 'checkout', case when n % 10 = 0 then 'failed' when n % 10 = 1 then 'pending' else 'processing' end, 'en', 'EUR', 1000, 1000,
        true, 'shopper' || n || '@example.com', 'bank_transfer', 'Bank transfer', made.at, made.at, made.at, case when n % 10 > 1 then made.at end
      from generate_series(1, $1::integer) n, lateral (select now() - interval '15 minutes' * n as at) made
      returning id, created_at
    )
    insert into order_attributions (order_id, placed_at, source_type, utm_source, utm_medium, utm_campaign)
    select id, created_at, (array['utm', 'organic', 'referral', 'typein'])[id % 4 + 1],
      case id % 4 when 0 then 'letter' when 1 then 'google' when 2 then 'site' || id % 500 || '.example' else '(direct)' end,
      case id % 4 when 0 then 'email' when 1 then 'organic' else '(none)' end,
      case id % 4 when 0 then 'campaign ' || id % 40 else '(none)' end
    from placed where id % 10 <> 5`,
  'audit.entries': `
    with person as (
      insert into customers (email, name, locale) select 'staff-' || n || '@example.com', 'S' || n, 'en-IE' from generate_series(1, 20) n returning id
    ), staff as (
      insert into staff_members (customer_id, role) select id, 'clerk' from person returning id
    ), numbered as (select id, row_number() over () as n from staff)
    insert into platform.audit_entries (at, by_kind, by, by_staff_id, subject_kind, subject_id, label, action)
    select now() - interval '1 minute' * g.n, case when s.id is null then 'system' else 'staff' end, coalesce('S' || s.id, 'Job'), s.id,
      (array['coupon', 'product', 'order', 'setting', 'run'])[1 + g.n % 5], g.n % 5000, 'L' || g.n % 5000, 'catalog.edit-' || g.n % 40
    from generate_series(1, $1::integer) g(n) left join numbered s on s.n = g.n % 40`,
  'runs.runs': `
    insert into platform.runs (action, state, stopped_because, by_kind, by, total, done, created_at, ended_at)
    select 'promotions.end-coupon', case when n % 20 = 0 then 'stopped' else 'done' end, case when n % 20 = 0 then 'asked' end,
      'system', 'P' || n % 7, 1, 1, now() - interval '1 minute' * n, now()
    from generate_series(1, $1::integer) n`,
  'promotions.coupons': `
    insert into coupons (code, code_key, description, is_enabled, percent, currency, usage_limit, starts_at, ends_at, created_at)
    select 'C' || n, 'c' || n, md5(n::text), n % 20 <> 0, 10, 'EUR', case when n % 10 = 0 then 100 end,
      case when n % 3 = 0 then now() - interval '1 day' * (n % 900 - 60) end,
      case when n % 2 = 0 then now() - interval '1 day' * (n % 900 - 90) end,
      now() - interval '1 minute' * n
    from generate_series(1, $1::integer) n`,
  'promotions.promotions': `
    insert into promotions (name, percent, currency, starts_at, ends_at, created_at)
    select 'Sale ' || n, 10, 'EUR', case when n % 3 = 0 then now() - interval '1 day' * (n % 900 - 60) end,
      case when n % 2 = 0 then now() - interval '1 day' * (n % 900 - 120) end, now() - interval '1 minute' * n
    from generate_series(1, $1::integer) n`,
};

/** @throws for a list without rows: each list of the shop is planned */
export function findListRows(name: string): string {
  const statement = rowsOfLists[name];
  if (statement === undefined) throw new Error(`tests/lists/list-rows.ts has no rows for the list '${name}'`);
  return statement;
}
