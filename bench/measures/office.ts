import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import type { Database } from '#platform/database/database.ts';
import { findRunningDatabase } from '#platform/database/embedded/lock.ts';
import { findListRows } from '#tests/lists/list-rows.ts';
import { startShop } from '#tests/support/shop-process.ts';
import type { Measure } from '../bench.ts';
import { countStatements, type QueryCounter, startQueryCounter } from '../query-counter.ts';
import type { Row } from '../report.ts';
import { openShop, openShopDatabase, runShopCommand } from '../shop.ts';
import { median, percentile } from '../statistics.ts';

const rows = 1_000_000;
/** On average of the pages: a count reads 10,000 rows by an index and from the table, and what its filters pass over. */
const mostRowsRead = 50_000;
const tries = 40;
const warmUps = 5;
const countedTries = 5;

/** Pages of the list of coupons. A cursor names a row in the middle. */
const pages = (cursor: string): Readonly<Record<string, string>> => ({
  'first page, counted to 10,000': '',
  'page in the middle': `?after=${encodeURIComponent(cursor)}`,
  'last page': '?sort=-newest',
  'two filters and another order': '?state=running&limited=yes&sort=end',
  'search, exact': '?q=C500000',
  'search by a part of the note': '?q=3f9ac1',
  'built-in view': '?view=over',
});

/** A list of the back office with a million rows: statements and rows that its pages read, and their time. */
export const office: Measure = async ({ dataDir, share }) => {
  const folder = `${dataDir}-office`;
  if (!existsSync(folder)) await runShopCommand(folder, 'migrate');
  const owner = await openShop(folder);
  const database = openShopDatabase(folder);
  const counter = await startQueryCounter(findRunningDatabase(folder)?.socketDir ?? '');
  const countedDir = `${folder}-counted`;
  const env = { MODE: 'demo', DATA_DIR: countedDir, DATABASE_URL: counter.connectionString, LOG_LEVEL: 'error' };
  try {
    await fill(folder, database, Math.round(rows * share));
    const cookie = await signIn(database);
    const shop = await startShop({ env, logFile: '/dev/null' });
    try {
      return await measurePages(database, counter, shop.url, cookie);
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
async function fill(folder: string, { pool }: Database, count: number): Promise<void> {
  const stamp = join(folder, 'office-is-filled');
  if (existsSync(stamp)) return;
  const client = await pool.connect();
  await client.query('set statement_timeout = 0');
  await client.query('set session_replication_role = replica');
  await client.query(findListRows('promotions.coupons'), [count]);
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

/** @returns the cookie of an owner */
async function signIn({ pool }: Database): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await pool.query(
    `with person as (insert into customers (email, locale) values ($1, 'en-GB') returning id),
    member as (insert into staff_members (customer_id, role) select id, 'owner' from person)
    insert into account_sessions (id, token_hash, customer_id, created_at, seen_at, expires_at, has_second_factor)
    select $2, $3, id, now(), now(), now() + interval '1 day', true from person`,
    [`${randomUUID()}@example.com`, randomUUID(), createHash('sha256').update(token).digest()],
  );
  return `session=${token}`;
}

async function measurePages(database: Database, counter: QueryCounter, url: string, cookie: string): Promise<Row[]> {
  const open = async (path: string) => {
    const { statusCode, body } = await request(url + path, { headers: { cookie, accept: 'text/html' } });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}`);
    return text;
  };
  const { rows: middle } = await database.pool.query<{ cursor: string }>(
    `select id || ' ' || created_at as cursor from coupons order by created_at, id offset (select count(*) / 2 from coupons) limit 1`,
  );
  // The same way as a page, with `select 1` instead of its statements.
  const bare = await measureTime(() => open('/readyz'));
  const against = { what: 'select 1', value: bare.median };
  const found: Row[] = [{ what: '`select 1` by the same way, median', value: bare.median, unit: 'ms' }];
  const lists = Object.entries(pages(middle[0]?.cursor ?? '')).map(([what, query]) => [what, `/admin/coupons${query}`]);
  const before = await countRowsRead(database);
  for (const [what = '', path = ''] of [...lists, ['palette, one key', '/admin/search?q=coup']]) {
    const count = await countStatements(counter, countedTries, () => open(path));
    const { median: value, p95 } = await measureTime(() => open(path));
    found.push({ what: `${what}: queries`, value: count, unit: 'queries', goal: { atMost: 4 } });
    found.push({ what: `${what}: median`, value, unit: 'ms', against, note: `p95 ${p95.toFixed(1)} ms` });
  }
  const read = ((await countRowsRead(database)) - before) / (lists.length * (countedTries + warmUps + tries));
  found.push({ what: 'a page: coupons read, mean', value: read, unit: 'rows', goal: { atMost: mostRowsRead } });
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
 * Coupons that PostgreSQL has read, from the table or by an index, since it counts: one scan from end to end in each page
 * would show as a million.
 */
async function countRowsRead({ pool }: Database): Promise<number> {
  // Connections report what they did when they have been idle for ten seconds.
  await sleep(11_000);
  const { rows: stats } = await pool.query<{ read: number }>(
    `select (t.seq_tup_read + t.idx_tup_fetch + (select sum(i.idx_tup_read) from pg_stat_user_indexes i where i.relname = 'coupons'))::float8 as read
    from pg_stat_user_tables t where t.relname = 'coupons'`,
  );
  return stats[0]?.read ?? 0;
}
