import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import type { Database } from '#platform/database/database.ts';
import { findRunningDatabase } from '#platform/database/embedded/lock.ts';
import { findListRows } from '#tests/lists/list-rows.ts';
import { startShop } from '#tests/support/shop-process.ts';
import { signInOwner } from '#tests/support/sign-in-owner.ts';
import type { Measure } from '../bench.ts';
import { loadOrders } from '../many-orders.ts';
import { countStatements, type QueryCounter, startQueryCounter } from '../query-counter.ts';
import type { Row } from '../report.ts';
import { openShop, openShopDatabase, runShopCommand, waitForJobs } from '../shop.ts';
import { median, percentile } from '../statistics.ts';

const rows = 1_000_000;
const customers = 200_000;
/** On average of the pages: a count reads 10,000 rows by an index and from the table, and what its filters pass over. */
const mostRowsRead = 50_000;
/** One for each list with a search, and two for who asks. */
const paletteStatements = 20;
/** Totals, rows, the state of the count, and what every page of the back office asks for. */
const reportStatements = 8;
const toDay = (date: Date) => date.toISOString().slice(0, 10);
const aYear = `period=own&from=${toDay(new Date(Date.now() - 364 * 24 * 60 * 60 * 1000))}&to=${toDay(new Date())}`;
const openReport = (report: string, period = 'period=30-days') =>
  [`/admin/reports?report=${report}&${period}`, reportStatements] as const;
const tries = 40;
const warmUps = 5;
const countedTries = 5;

/** A list that is measured. */
interface MeasuredList {
  readonly table: string;
  readonly path: string;
  /** Pages of it by what they show. A cursor names a row in the middle. */
  readonly pages: (cursor: string) => Readonly<Record<string, string>>;
  /** Other pages by what they show, with the most statements that one may take. `id`: a row in the middle. */
  readonly others?: (id: string) => Readonly<Record<string, readonly [path: string, atMost: number]>>;
}

const coupons: MeasuredList = {
  table: 'coupons',
  path: '/admin/coupons',
  pages: (cursor) => ({
    'first page, counted to 10,000': '',
    'page in the middle': `?after=${encodeURIComponent(cursor)}`,
    'last page': '?sort=-newest',
    'two filters and another order': '?state=running&limited=yes&sort=end',
    'search, exact': '?q=C500000',
    'search by a part of the note': '?q=3f9ac1',
    'built-in view': '?view=over',
  }),
  others: () => ({ 'palette, one key': ['/admin/search?q=coup', paletteStatements] }),
};

const orders: MeasuredList = {
  table: 'orders',
  path: '/admin/orders',
  pages: (cursor) => ({
    'first page, counted to 10,000': '',
    'page in the middle': `?after=${encodeURIComponent(cursor)}`,
    'last page': '?sort=-newest',
    'two filters and another order': '?money=partly-refunded&country=DE&sort=total',
    ...Object.fromEntries(
      ['toConfirm', 'toPay', 'toShip', 'failed', 'held'].map((view) => [`view ${view}`, `?view=${view}`]),
    ),
    'search, number': '?q=500000',
    'search, email address': '?q=shopper4711@example.com',
    'search, phone': `?q=${encodeURIComponent('08 1197 3909')}`,
    'search, SKU': '?q=MOR-00003',
    'search by a part of a name that many have': '?q=marka',
    'search by a part of a name that few have': '?q=corrosw',
    'search by a part of a phone number': '?q=197390',
    'search by a part of a SKU': '?q=or-0000',
  }),
  others: (id) => ({
    'one order': [`/admin/orders/${id}`, 8],
    'palette, one key': ['/admin/search?q=wenka', paletteStatements],
    'start page': ['/admin', 20],
    'report of days, 30 days': openReport('days'),
    'report of days, a year, against the one before': openReport('days', `${aYear}&compare=year`),
    ...Object.fromEntries(
      ['products', 'categories', 'countries', 'sources', 'taxes'].flatMap((report) => [
        [`report of ${report}, 30 days`, openReport(report)],
        [`report of ${report}, a year`, openReport(report, aYear)],
      ]),
    ),
    'file of taxes, a year': [`/admin/reports/taxes.csv?${aYear}`, 4],
  }),
};

/** Lists of the back office with a million rows each: statements and rows that their pages read, and their time. */
export const office: Measure = async ({ dataDir, share }) => {
  const folder = `${dataDir}-office`;
  if (!existsSync(folder)) {
    await runShopCommand(folder, 'migrate');
    await runShopCommand(folder, 'demo', '--generated', '--products', '10000');
  }
  const owner = await openShop(folder);
  const database = openShopDatabase(folder);
  const counter = await startQueryCounter(findRunningDatabase(folder)?.socketDir ?? '');
  const countedDir = `${folder}-counted`;
  const env = { MODE: 'demo', DATA_DIR: countedDir, DATABASE_URL: counter.connectionString, LOG_LEVEL: 'error' };
  try {
    await fill(folder, database, share);
    await waitForJobs(database, 600_000);
    const counted = await countAllDays(database);
    const cookie = await signInOwner(database);
    const shop = await startShop({ env, logFile: '/dev/null' });
    try {
      const measured = { database, counter, open: createOpen(shop.url, cookie) };
      return [...(await measureList(measured, coupons)), ...counted, ...(await measureList(measured, orders))];
    } finally {
      await shop.stop('SIGKILL');
    }
  } finally {
    counter.close();
    await database.close();
    await owner.stop();
    rmSync(countedDir, { recursive: true, force: true });
  }
};

/** Triggers and foreign keys are off while rows are loaded; what they hold is counted afterwards. */
async function fill(folder: string, { pool }: Database, share: number): Promise<void> {
  const stamp = join(folder, 'office-is-filled');
  if (existsSync(stamp)) return;
  const client = await pool.connect();
  await loadOrders(client, Math.round(rows * share), Math.round(customers * share));
  await client.query(findListRows('promotions.coupons'), [Math.round(rows * share)]);
  // Checks and unique indexes hold in any case. Uses of a coupon must be of one that is there, and within its limit.
  const { rows: wrong } = await client.query<{ wrong: number }>(
    `select count(*)::integer as wrong from coupon_uses u left join coupons c on c.id = u.coupon_id
    where c.id is null or u.quantity > c.usage_limit`,
  );
  await client.query('vacuum analyze coupons');
  client.release(true);
  if (wrong[0]?.wrong !== 0) throw new Error(`${wrong[0]?.wrong} uses of the loaded coupons are wrong`);
  writeFileSync(stamp, '');
}

/** Has the running shop count the sums of all days: it does so once it does not know in which time zone they are. */
async function countAllDays(database: Database): Promise<Row[]> {
  const { pool } = database;
  await pool.query('update sales_counts set time_zone = null');
  await pool.query(`select graphile_worker.add_job('reports:count-sales', '{}')`);
  const start = performance.now();
  await waitForJobs(database, 3_600_000);
  const seconds = (performance.now() - start) / 1000;
  await pool.query('vacuum analyze daily_sales, daily_taxes, sales_changes');
  const { rows: counts } = await pool.query<{ days: number; sums: number; orders: number }>(
    `select (select count(distinct day)::integer from daily_sales) as days, (select count(*)::integer from daily_sales) as sums,
      (select count(*)::integer from orders) as orders`,
  );
  const { days = 0, sums = 0, orders = 0 } = counts[0] ?? {};
  const note = `${orders} orders, ${days} days, ${sums} sums`;
  return [{ what: 'reports: counting all days', value: seconds, unit: 's', note }];
}

type Open = (path: string) => Promise<string>;

const createOpen =
  (url: string, cookie: string): Open =>
  async (path) => {
    const { statusCode, body } = await request(url + path, { headers: { cookie, accept: 'text/html' } });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}`);
    return text;
  };

interface Measured {
  readonly database: Database;
  readonly counter: QueryCounter;
  readonly open: Open;
}

async function measureList({ database, counter, open }: Measured, list: MeasuredList): Promise<Row[]> {
  const { table, path: listPath } = list;
  const { rows: middle } = await database.pool.query<{ id: string; cursor: string }>(
    `select id, id || ' ' || created_at as cursor from ${table} order by created_at, id offset (select count(*) / 2 from ${table}) limit 1`,
  );
  const { id = '', cursor = '' } = middle[0] ?? {};
  // The same way as a page, with `select 1` instead of its statements.
  const bare = await measureTime(() => open('/readyz'));
  const against = { what: 'select 1', value: bare.median };
  const found: Row[] = [{ what: `${table}: \`select 1\` by the same way, median`, value: bare.median, unit: 'ms' }];
  const pages = Object.entries(list.pages(cursor)).map(([what, query]) => [what, listPath + query, 4] as const);
  const others = Object.entries(list.others?.(id) ?? {}).map(([what, [path, atMost]]) => [what, path, atMost] as const);
  const before = await countRowsRead(database, table);
  for (const [index, [what, path, atMost]] of [...pages, ...others].entries()) {
    if (index === pages.length) {
      const read =
        ((await countRowsRead(database, table)) - before) / (pages.length * (countedTries + warmUps + tries));
      found.push({
        what: `${table}: rows read by a page, mean`,
        value: read,
        unit: 'rows',
        goal: { atMost: mostRowsRead },
      });
    }
    const value = await countStatements(counter, countedTries, () => open(path));
    found.push({ what: `${table}, ${what}: queries`, value, unit: 'queries', goal: { atMost } });
    const time = await measureTime(() => open(path));
    const note = `p95 ${time.p95.toFixed(1)} ms`;
    found.push({ what: `${table}, ${what}: median`, value: time.median, unit: 'ms', against, note });
  }
  return found;
}

async function measureTime(work: () => Promise<unknown>): Promise<{ readonly median: number; readonly p95: number }> {
  const times: number[] = [];
  for (let index = -warmUps; index < tries; index += 1) {
    const start = performance.now();
    await work();
    if (index >= 0) times.push(performance.now() - start);
  }
  return { median: median(times), p95: percentile(times, 0.95) };
}

/**
 * Rows that PostgreSQL has read of a table, from itself or by an index, since it counts: one scan from end to end in each
 * page would show as a million.
 */
async function countRowsRead({ pool }: Database, table: string): Promise<number> {
  // Connections report what they did when they have been idle for ten seconds.
  await sleep(11_000);
  const { rows: stats } = await pool.query<{ read: number }>(
    `select (t.seq_tup_read + t.idx_tup_fetch + (select sum(i.idx_tup_read) from pg_stat_user_indexes i where i.relname = t.relname))::float8 as read
    from pg_stat_user_tables t where t.relname = $1`,
    [table],
  );
  return stats[0]?.read ?? 0;
}
