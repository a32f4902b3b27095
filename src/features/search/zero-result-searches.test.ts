import { beforeEach, describe, expect, it } from 'vitest';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { useDatabase } from '#tests/support/database.ts';
import { testClock } from '#tests/support/sales.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { getZeroResultActionName } from './actions.ts';
import { optimizeSearch } from './indexing.ts';
import { recordZeroResultSearch } from './zero-result-searches.ts';

const { database, pool } = useDatabase();
const day = 24 * 60 * 60 * 1000;
const clock = testClock();

beforeEach(() => pool.query('truncate zero_result_searches'));

async function openShop() {
  const { shop, http } = await testShop(database, { clock });
  /** Sends a report like the script of the results page. */
  const send = async (query: string, remoteAddress: string) => {
    const payload = { action: getZeroResultActionName(shop.wire), query };
    const reply = await http.inject({ method: 'POST', url: shop.wire.platformAjaxEndpoint, payload, remoteAddress });
    return reply.json<{ noted: boolean }>().noted;
  };
  return { shop, send };
}

const repeatedQueries = Array.from(
  { length: 50 },
  (_, index) => `teapot ${'abcdefghij'[index % 10]}${'klmno'[Math.floor(index / 10)]}`,
);

/** A word of letters only: digits could be a card number. */
const createQuery = (index: number) => `zzq${[...String(index)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`;

const findTimes = async (queries: readonly string[]) => {
  const { rows } = await pool.query<{ times: number }>('select times from zero_result_searches where query = any($1)', [
    queries,
  ]);
  return rows.map(({ times }) => times);
};

const countAll = async () =>
  (await pool.query<{ count: number }>('select count(*) from zero_result_searches')).rows[0]?.count;

describe('zero-result searches', () => {
  it('made by three clients are kept when another client makes up 10,000 searches', async () => {
    const { shop, send } = await openShop();
    expect(await send(repeatedQueries[0] ?? '', '198.51.1.0')).toBe(true);
    // Without HTTP, which would take most of the time.
    for (const client of [1, 2, 3]) {
      for (const [index, query] of repeatedQueries.entries())
        await recordZeroResultSearch(shop, query, `198.51.${client}.${index}`);
    }
    await send(createQuery(0), '203.0.113.7');
    for (let index = 1; index < 10_000; index += 1)
      await recordZeroResultSearch(shop, createQuery(index), '203.0.113.7');
    expect(await findTimes(repeatedQueries)).toEqual(repeatedQueries.map(() => 3));
    expect(await countAll()).toBe(50 + 30);
  });

  it('made more than once are kept when any number of networks make up searches', async () => {
    const { shop } = await openShop();
    await pool.query(
      `insert into zero_result_searches (query, times, first_at, last_at)
      select q, 2, now() - interval '80 days', now() - interval '80 days' from unnest($1::text[]) q
      union all select 'old ' || n, 1, now(), now() from generate_series(1, 950) n`,
      [repeatedQueries],
    );
    for (let index = 0; index < 300; index += 1)
      expect(await recordZeroResultSearch(shop, createQuery(index), `2001:db8:0:${index.toString(16)}::1`)).toBe(true);
    expect(await findTimes(repeatedQueries)).toEqual(repeatedQueries.map(() => 2));
    expect(await countAll()).toBe(1_000);
  });

  it('count once a day per network, at most 30 a day', async () => {
    const { send } = await openShop();
    expect(await send('Unicycle', '2001:db8::1')).toBe(true);
    expect(await send('unicycle!', '2001:db8::ffff')).toBe(false);
    expect(await send('unicycle', '2001:db8:0:1::1')).toBe(true);
    for (let index = 1; index < 30; index += 1) expect(await send(createQuery(index), '2001:db8::1')).toBe(true);
    expect(await send('tricycle', '2001:db8::1')).toBe(false);
    clock.forward(day);
    expect(await send('unicycle', '2001:db8::1')).toBe(true);
    expect(await findTimes(['unicycle'])).toEqual([3]);
  });

  it('are deleted when not repeated for 90 days', async () => {
    const { shop } = await openShop();
    await pool.query(
      `insert into zero_result_searches (query, first_at, last_at)
      select 'q' || days, '2020-01-01', $1::timestamptz - make_interval(days => days) from unnest(array[89, 91]) days`,
      [clock.now()],
    );
    await shop.jobs.add(shop.db, optimizeSearch, {});
    expect((await runJobsNow(shop, [optimizeSearch])).failed).toEqual([]);
    expect((await pool.query('select query from zero_result_searches')).rows).toEqual([{ query: 'q89' }]);
  });
});
