import type { Database } from '#platform/database/database.ts';
import { newShopper } from '#tests/support/shopper.ts';
import { signInOwner } from '#tests/support/sign-in-owner.ts';
import { runJob } from '../pass-time.ts';
import type { Check } from './check.ts';

type Read = (path: string) => Promise<string>;

/**
 * What was captured for paid orders and not refunded, in minor units. Money that an order never needed, such as a second payment, is
 * not revenue: it is given back, or waits for it.
 */
const ledger = `
  select coalesce(sum(captured - refunded - greatest(0, captured - o.total - unneeded)), 0)::bigint as revenue, count(*)::integer as orders
  from orders o cross join lateral (
    select coalesce(sum(t.amount) filter (where t.kind = 'capture'), 0) as captured, coalesce(sum(t.amount) filter (where t.kind = 'refund'), 0) as refunded
    from payments p join payment_transactions t on t.payment_id = p.id and t.status = 'succeeded' where p.order_id = o.id
  ) l cross join lateral (
    select coalesce(sum(x.gross), 0) as unneeded from refunds r join refund_lines x on x.refund_id = r.id and x.kind = 'unallocated'
    where r.order_id = o.id and r.status = 'succeeded'
  ) u where o.paid_at is not null`;

/** Sums a column of a CSV file whose cells have no commas, in minor units. @param value of the rows; default: all */
async function sumColumn(read: Read, file: string, name: string, period: string, value?: string): Promise<number> {
  const lines = (await read(`/admin/reports/${file}.csv?period=${period}`)).replace('\ufeff', '').trim().split('\r\n');
  const names = lines[0]?.split(',') ?? [];
  const rows = lines.slice(1).map((line) => line.split(','));
  const counted = value === undefined ? rows : rows.filter((cells) => cells[names.indexOf('value')] === value);
  return counted.reduce((sum, cells) => sum + Math.round(Number(cells[names.indexOf(name)]) * 100), 0);
}

/** Compares start page, reports and files with the ledger: first while all of it is of today, then when half of it was yesterday. */
export async function checkReports(url: string, database: Database): Promise<Check> {
  const owner = newShopper({ url });
  const [name = '', value = ''] = (await signInOwner(database)).split('=');
  owner.cookies.set(name, value);
  const read: Read = async (path) => (await owner.visit(path)).body;
  const { rows } = await database.pool.query<{ revenue: number; orders: number }>(ledger);
  const { revenue = 0, orders = 0 } = rows[0] ?? {};
  const failures = await compareSums(read, Number(revenue));
  await database.pool.query(
    `update orders set paid_at = paid_at - interval '1 day' where paid_at is not null and id % 2 = 0`,
  );
  await runJob(database, 'reports:count-sales');
  const { rows: kept } = await database.pool.query<{ count: number }>(
    `select count(*)::integer as count from daily_sales where dimension = 'total'`,
  );
  if (orders > 10 && kept[0]?.count === 0) failures.push('no day is kept');
  failures.push(...(await compareSums(read, Number(revenue))).map((text) => `with kept days: ${text}`));
  return { what: 'start page, reports and their files have the sums of the ledger', checked: orders, failures };
}

async function compareSums(read: Read, expected: number): Promise<string[]> {
  const found: Record<string, number> = {};
  for (const file of ['days', 'countries', 'payments', 'sources', 'parts'])
    found[file] = await sumColumn(read, file, 'revenue', '30-days');
  const sum = (file: string, column: string) => sumColumn(read, file, column, '30-days');
  found['orders and refunds'] = (await sum('orders', 'gross')) - (await sum('refunds', 'gross'));
  found.taxes = (await sum('taxes', 'net')) + (await sum('taxes', 'tax'));
  // Free amounts that were refunded belong to no product.
  const goods = await sumColumn(read, 'parts', 'revenue', '30-days', 'goods');
  const products = await sumColumn(read, 'products', 'revenue', '30-days');
  const wrong = Object.entries(found).filter(([, value]) => value !== expected);
  const failures = wrong.map(([what, value]) => `${what}: ${value} instead of ${expected}`);
  if (products !== goods) failures.push(`products: ${products} instead of ${goods}`);
  // Whole months are read instead of their days.
  const year = await sumColumn(read, 'countries', 'revenue', 'year');
  const days = await sumColumn(read, 'days', 'revenue', 'year');
  if (year !== days) failures.push(`countries in this year: ${year} instead of ${days}`);
  const today = await sumColumn(read, 'days', 'revenue', 'today');
  const [, home = ''] = /Revenue<\/dt><dd class="today__value"><a [^>]*>([^<]*)</.exec(await read('/admin')) ?? [];
  const shown = Math.round(Number(home.replaceAll(/[^\d.-]/g, '')) * 100);
  if (shown !== today) failures.push(`the start page has ${home}, the report of today ${today}`);
  return failures;
}
