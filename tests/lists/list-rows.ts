/** Fills the tables of a list with $1 rows that are spread as in a shop: recent and old, in each state. */
const rowsOfLists: Readonly<Record<string, string>> = {
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
