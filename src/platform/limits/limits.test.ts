import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Shop } from '#platform/features/shop.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { catalogShop } from '#tests/catalog.ts';
import { useDatabase } from '#tests/database.ts';
import { testClock } from '#tests/sales.ts';
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

async function rowsOf({ name }: RateLimit): Promise<{ key: string; points: number }[]> {
  const { rows } = await pool.query('select key, points from platform.rate_limits where key like $1', [`${name}:%`]);
  return rows;
}

describe('a rate limit', () => {
  it('lets 5 of 64 through that ask at once, in two processes', async () => {
    const use = { limit: limit(5), key: 'ada@example.com' };
    const results = await Promise.all(
      Array.from({ length: 64 }, (_, at) => (at % 2 === 0 ? limits : others).consume([use])),
    );
    expect(results.filter(({ ok }) => ok)).toHaveLength(5);
    expect(await rowsOf(use.limit)).toMatchObject([{ points: 5 }]);
    expect(await others.consume([use])).toEqual({ ok: false, limit: use.limit, retryAfter: 45 * 60 });
  });

  it('begins anew with the next window, and counts each key for itself', async () => {
    const use = { limit: limit(1), key: 'a' };
    expect((await limits.consume([use])).ok).toBe(true);
    expect((await limits.consume([use])).ok).toBe(false);
    expect((await limits.consume([{ ...use, key: 'b' }])).ok).toBe(true);
    clock.forward(45 * minutes);
    expect((await limits.consume([use])).ok).toBe(true);
  });

  it('counts nothing of uses that it refuses, nor what is given back', async () => {
    const [wide, narrow] = [limit(10), limit(1)];
    const uses = [wide, narrow].map((one) => ({ limit: one, key: 'a' }));
    const first = await limits.consume(uses);
    await Promise.all(Array.from({ length: 8 }, () => limits.consume(uses)));
    expect(await rowsOf(wide)).toMatchObject([{ points: 1 }]);
    expect(await rowsOf(narrow)).toMatchObject([{ points: 1 }]);
    if (first.ok) await first.giveBack();
    expect(await rowsOf(narrow)).toMatchObject([{ points: 0 }]);
  });

  it('gives back in the window in which it was counted, not in a later one', async () => {
    const use = { limit: limit(1), key: 'a' };
    const before = await limits.consume([use]);
    clock.forward(60 * minutes);
    expect((await limits.consume([use])).ok).toBe(true);
    if (before.ok) await before.giveBack();
    expect((await limits.consume([use])).ok).toBe(false);
  });

  it('keeps no e-mail address in clear', async () => {
    const use = { limit: limit(1), key: 'ada@example.com' };
    await limits.consume([use]);
    expect(JSON.stringify(await rowsOf(use.limit))).not.toContain('ada');
  });

  it('fails with the database, and lets nobody through', async () => {
    const use = { limit: { ...limit(1), name: 'x'.repeat(300) }, key: 'a' };
    await expect(limits.consume([use])).rejects.toThrow('value too long');
  });
});

describe('a counter', () => {
  it('counts all together, by window', async () => {
    const counter = { name: `trial-${randomUUID()}`, seconds: 3600 };
    const begun = clock.now();
    expect([await limits.count(counter), await others.count(counter)]).toEqual([1, 2]);
    clock.forward(60 * minutes);
    expect(await limits.count(counter)).toBe(1);
    expect(await limits.countAt(counter, begun)).toBe(2);
  });
});

describe('the job that clears up', () => {
  it('removes counts whose window is over, and leaves the others', async () => {
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
    expect(await rowsOf(old)).toEqual([]);
    expect(await rowsOf(young)).toHaveLength(1);
  });
});
