import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { countQueries, inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { catalogShop } from '#tests/support/catalog.ts';
import { useDatabase } from '#tests/support/database.ts';
import { testClock } from '#tests/support/sales.ts';
import { clearLimitsJob, createLimits, type Limits, type RateLimit } from './limits.ts';

const { database, pool } = useDatabase();
const clock = testClock(new Date('2026-03-02T10:15:00Z'));
const secrets = [randomUUID() + randomUUID()] as const;
let shop: Shop;
let limits: Limits;
/** As another process on the same database has them. */
let others: Limits;

beforeAll(() => {
  shop = catalogShop(database, { clock });
  const parts = { database, secrets, clock, log: shop.log };
  limits = createLimits(parts);
  others = createLimits(parts);
});

const minutes = 60 * 1000;
const limit = (max: number): RateLimit => ({ name: `trial-${randomUUID()}`, max, seconds: 3600 });

async function selectRows({ name }: RateLimit): Promise<{ key: string; points: number }[]> {
  const { rows } = await pool.query('select key, points from platform.rate_limits where key like $1', [`${name}:%`]);
  return rows;
}

describe('a rate limit', () => {
  it('allows 5 of 64 concurrent uses in two processes', async () => {
    const use = { limit: limit(5), key: 'ada@example.com' };
    const results = await Promise.all(
      Array.from({ length: 64 }, (_, at) => (at % 2 === 0 ? limits : others).consume([use])),
    );
    expect(results.filter(({ ok }) => ok)).toHaveLength(5);
    expect(await selectRows(use.limit)).toMatchObject([{ points: 5 }]);
    expect(await others.consume([use])).toEqual({ ok: false, limit: use.limit, retryAfter: 45 * 60 });
  });

  it('takes two statements for many uses at once', async () => {
    const use = { limit: limit(40), key: 'a' };
    const { queries, value: results } = await countQueries(() =>
      Promise.all(Array.from({ length: 40 }, (_, at) => limits.consume([use, { limit: use.limit, key: `${at}` }]))),
    );
    expect(queries).toBe(2);
    expect(results.map((each) => each.ok && each.counts[0])).toEqual(Array.from({ length: 40 }, (_, at) => at + 1));
    expect((await limits.consume([use])).ok).toBe(false);
  });

  it('resets with the next window, and counts each key separately', async () => {
    const use = { limit: limit(1), key: 'a' };
    expect((await limits.consume([use])).ok).toBe(true);
    expect((await limits.consume([use])).ok).toBe(false);
    expect((await limits.consume([{ ...use, key: 'b' }])).ok).toBe(true);
    clock.forward(45 * minutes);
    expect((await limits.consume([use])).ok).toBe(true);
  });

  it('counts several uses at once, none that would exceed it, and gives all of them back', async () => {
    const use = { limit: limit(10), key: 'a' };
    const first = await limits.consume([{ ...use, amount: 7 }]);
    expect(first.ok).toBe(true);
    const results = await Promise.all(Array.from({ length: 4 }, () => limits.consume([{ ...use, amount: 2 }])));
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect((await limits.consume([{ ...use, key: 'b', amount: 11 }])).ok).toBe(false);
    if (first.ok) await first.giveBack();
    expect(await selectRows(use.limit)).toMatchObject([{ points: 2 }]);
  });

  it('does not count refused uses or uses that are given back', async () => {
    const [wide, narrow] = [limit(10), limit(1)];
    const uses = [wide, narrow].map((each) => ({ limit: each, key: 'a' }));
    const first = await limits.consume(uses);
    await Promise.all(Array.from({ length: 8 }, () => limits.consume(uses)));
    expect(await selectRows(wide)).toMatchObject([{ points: 1 }]);
    expect(await selectRows(narrow)).toMatchObject([{ points: 1 }]);
    if (first.ok) await first.giveBack();
    expect(await selectRows(narrow)).toEqual([]);
  });

  it('keeps no row of refused requests with invented keys', async () => {
    const [network, invented] = [limit(1), limit(5)];
    const ask = () =>
      limits.consume([
        { limit: network, key: 'a' },
        { limit: invented, key: randomUUID() },
      ]);
    await ask();
    await Promise.all(Array.from({ length: 16 }, ask));
    expect(await selectRows(invented)).toHaveLength(1);
  });

  it('keeps a use that is spent when the others are given back', async () => {
    const [spent, other] = [limit(2), limit(1)];
    const uses = [
      { limit: spent, key: 'a', isKept: true },
      { limit: other, key: 'a' },
    ];
    const first = await limits.consume(uses);
    expect((await limits.consume(uses)).ok).toBe(false);
    if (first.ok) await first.giveBack();
    expect([await selectRows(spent), await selectRows(other)]).toEqual([[expect.objectContaining({ points: 1 })], []]);
  });

  it('gives a use back in the window in which it was counted', async () => {
    const use = { limit: limit(1), key: 'a' };
    const before = await limits.consume([use]);
    clock.forward(60 * minutes);
    expect((await limits.consume([use])).ok).toBe(true);
    if (before.ok) await before.giveBack();
    expect((await limits.consume([use])).ok).toBe(false);
  });

  it('stores no email address in plain text', async () => {
    const use = { limit: limit(1), key: 'ada@example.com' };
    await limits.consume([use]);
    expect(JSON.stringify(await selectRows(use.limit))).not.toContain('ada@');
  });

  it('counts lists that do not depend on each other, and tells how often each limit was used', async () => {
    const [first, second] = [limit(3), limit(1)];
    const ask = () => limits.consumeEach([[{ limit: first, key: 'a' }], [{ limit: second, key: 'a' }], []]);
    expect(await ask()).toMatchObject([
      { ok: true, counts: [1] },
      { ok: true, counts: [1] },
      { ok: true, counts: [] },
    ]);
    expect(await ask()).toMatchObject([{ ok: true, counts: [2] }, { ok: false, limit: second }, { ok: true }]);
    expect(await selectRows(first)).toMatchObject([{ points: 2 }]);
  });

  it('holds no row until the disk has it: others wait for that row', async () => {
    const use = { limit: limit(1), key: 'a' };
    const readCommit = async (work: (inTx: Limits) => Promise<unknown>) =>
      inTransaction(database.db, async (tx) => {
        await tx.execute(sql`set local synchronous_commit = on`);
        await work(createLimits({ database: { ...database, db: tx }, secrets, clock, log: shop.log }));
        const { rows } = await tx.execute<{ value: string }>(
          sql`select current_setting('synchronous_commit') as value`,
        );
        return rows[0]?.value;
      });
    expect(await readCommit((inTx) => inTx.consume([use]))).toBe('off');
  });

  it('rejects when the database fails', async () => {
    const use = { limit: { ...limit(1), name: 'x'.repeat(300) }, key: 'a' };
    await expect(limits.consume([use])).rejects.toThrow('value too long');
  });
});

describe('a counter', () => {
  it('counts across processes, by window', async () => {
    const counter = { name: `trial-${randomUUID()}`, seconds: 3600 };
    const start = clock.now();
    expect([await limits.count(counter), await others.count(counter)]).toEqual([1, 2]);
    clock.forward(60 * minutes);
    expect(await limits.count(counter)).toBe(1);
    expect(await limits.countAt(counter, start)).toBe(2);
  });
});

describe('the job that deletes counts', () => {
  it('deletes only counts of past windows', async () => {
    const [old, young] = [limit(3), limit(3)];
    await limits.consume([{ limit: old, key: 'a' }]);
    await pool.query('update platform.rate_limits set expire = $1', [clock.now().getTime() - 1]);
    await limits.consume([{ limit: young, key: 'a' }]);
    await pool.query('update platform.rate_limits set expire = $1 where key like $2', [
      clock.now().getTime() + 1,
      `${young.name}:%`,
    ]);
    await shop.jobs.add(shop.db, clearLimitsJob, {});
    expect((await runJobsNow(shop, [clearLimitsJob])).failed).toEqual([]);
    expect(await selectRows(old)).toEqual([]);
    expect(await selectRows(young)).toHaveLength(1);
  });
});
