import { beforeEach, describe, expect, it } from 'vitest';
import { countQueries } from '#platform/database/database.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { useDatabase } from '#tests/support/database.ts';
import { smallShop } from '#tests/support/small-shop.ts';
import { purgeVisitors, purgeVisitorsJob } from './purge-visitors.ts';

const { database, pool } = useDatabase();

beforeEach(() => pool.query('delete from orders; delete from carts; delete from platform.visitors'));

/** @returns ids of visitors who were seen so many days ago */
async function addVisitors(days: number, count = 1): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into platform.visitors (id, seen_at)
    select gen_random_uuid(), now() - make_interval(days => $1, mins => 1) from generate_series(1, $2) returning id`,
    [days, count],
  );
  return rows.map(({ id }) => id);
}

const addCarts = (visitors: readonly string[]) =>
  pool.query(`insert into carts (visitor_id, currency, locale) select unnest($1::uuid[]), 'EUR', 'en'`, [visitors]);

const addOrder = (visitor: string) =>
  pool.query(
    `insert into orders (token, source, visitor_id, status, currency, locale, items_total, total, prices_include_tax, email,
      payment_method, payment_title, paid_at)
    values ('${'t'.repeat(22)}', 'checkout', $1, 'completed', 'EUR', 'en', 0, 0, true, 'a@example.com', 'none', '', now())`,
    [visitor],
  );

async function remaining(): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>('select id from platform.visitors order by id');
  return rows.map(({ id }) => id);
}

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000);

describe('the purge of visitors', () => {
  it('deletes those not seen for 90 days who own nothing', async () => {
    const { shop } = await smallShop(database, { feature: {} });
    const [young] = await addVisitors(89);
    await addVisitors(90);
    await shop.jobs.add(shop.db, purgeVisitorsJob, {});
    expect((await runJobsNow(shop, [purgeVisitorsJob])).failed).toEqual([]);
    expect(await remaining()).toEqual([young]);
  });

  it('keeps visitors with a cart or an order', async () => {
    const [shopper = '', buyer = ''] = await addVisitors(400, 3);
    await addCarts([shopper]);
    await addOrder(buyer);
    expect(await purgeVisitors(database.db, daysAgo(90))).toBe(1);
    expect(await remaining()).toEqual([shopper, buyer].sort());
    expect((await pool.query('select visitor_id from orders')).rows).toEqual([{ visitor_id: buyer }]);
  });

  it('deletes in batches of 500, and checks each kept visitor once', async () => {
    const owners = await addVisitors(500, 700);
    await addCarts(owners);
    await addVisitors(400, 1001);
    const { value, queries, texts } = await countQueries(() => purgeVisitors(database.db, daysAgo(90)));
    expect([value, queries - 1], texts.join('\n')).toEqual([1001, 4]);
    expect(await remaining()).toEqual(owners.sort());
  });

  it('keeps a visitor who returns at the same time', async () => {
    const [id = ''] = await addVisitors(400);
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query('update platform.visitors set seen_at = now() where id = $1', [id]);
      const purging = purgeVisitors(database.db, daysAgo(90));
      const waiting = 'select from pg_locks where not granted';
      while ((await pool.query(waiting)).rowCount === 0);
      await client.query('commit');
      expect(await purging).toBe(0);
    } finally {
      client.release();
    }
    expect(await remaining()).toEqual([id]);
  });
});
