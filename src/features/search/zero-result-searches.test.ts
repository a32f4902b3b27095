import { beforeEach, describe, expect, it } from 'vitest';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { useDatabase } from '#tests/database.ts';
import { testClock } from '#tests/sales.ts';
import { testShop } from '#tests/shop.ts';
import { getZeroResultActionName } from './actions.ts';
import { optimizeSearch } from './indexing.ts';

const { database, pool } = useDatabase();
const day = 24 * 60 * 60 * 1000;
const clock = testClock();

beforeEach(() => pool.query('truncate zero_result_searches'));

async function open() {
  const { shop, http } = await testShop(database, { clock });
  /** As the script of the page of results sends it. */
  const send = async (query: string, remoteAddress: string) => {
    const payload = { action: getZeroResultActionName(shop.wire), query };
    const reply = await http.inject({ method: 'POST', url: shop.wire.platformAjaxEndpoint, payload, remoteAddress });
    return reply.json<{ noted: boolean }>().noted;
  };
  return { shop, send };
}

const real = Array.from({ length: 50 }, (_, at) => `teapot ${'abcdefghij'[at % 10]}${'klmno'[Math.floor(at / 10)]}`);

/** Words of letters alone: digits could be a number of a card. */
const junk = (at: number) => `zzq${[...String(at)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`;

const timesOf = async (queries: readonly string[]) => {
  const { rows } = await pool.query<{ times: number }>('select times from zero_result_searches where query = any($1)', [
    queries,
  ]);
  return rows.map(({ times }) => times);
};

const countAll = async () =>
  (await pool.query<{ count: number }>('select count(*) from zero_result_searches')).rows[0]?.count;

describe('zero-result searches', () => {
  it('that 50 shoppers made 3 times outlast 10,000 that one client makes up', { timeout: 120_000 }, async () => {
    const { send } = await open();
    for (const client of [1, 2, 3]) {
      for (const [at, query] of real.entries()) expect(await send(query, `198.51.${client}.${at}`)).toBe(true);
    }
    for (let at = 0; at < 10_000; at += 1) await send(junk(at), '203.0.113.7');
    expect(await timesOf(real)).toEqual(real.map(() => 3));
    expect(await countAll()).toBe(50 + 30);
  });

  it('made more than once outlast any number made once, from any number of networks', async () => {
    const { send } = await open();
    await pool.query(
      `insert into zero_result_searches (query, times, first_at, last_at)
      select q, 2, now() - interval '80 days', now() - interval '80 days' from unnest($1::text[]) q
      union all select 'old ' || n, 1, now(), now() from generate_series(1, 950) n`,
      [real],
    );
    for (let at = 0; at < 300; at += 1) expect(await send(junk(at), `2001:db8:0:${at.toString(16)}::1`)).toBe(true);
    expect(await timesOf(real)).toEqual(real.map(() => 2));
    expect(await countAll()).toBe(1_000);
  });

  it('count once a day per network, at most 30 a day', async () => {
    const { send } = await open();
    expect(await send('Unicycle', '2001:db8::1')).toBe(true);
    expect(await send('unicycle!', '2001:db8::ffff')).toBe(false);
    expect(await send('unicycle', '2001:db8:0:1::1')).toBe(true);
    for (let at = 1; at < 30; at += 1) expect(await send(junk(at), '2001:db8::1')).toBe(true);
    expect(await send('tricycle', '2001:db8::1')).toBe(false);
    clock.forward(day);
    expect(await send('unicycle', '2001:db8::1')).toBe(true);
    expect(await timesOf(['unicycle'])).toEqual([3]);
  });

  it('are deleted when not repeated for 90 days', async () => {
    const { shop } = await open();
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
