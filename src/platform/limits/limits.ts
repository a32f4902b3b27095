import { sql } from 'drizzle-orm';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { z } from 'zod';
import type { Database } from '#platform/database/database.ts';
import type { Clock } from '#platform/features/shop.ts';
import type { Log } from '#platform/http/log.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import { type Secrets, sign } from '#platform/sessions/signing.ts';

/** Something that is counted in windows. */
export interface Counter {
  /** Permanent: counts are kept under it. Lower-case letters, digits and `-`. */
  readonly name: string;
  /** Length of a window. Windows begin at whole multiples of it since 1970. */
  readonly seconds: number;
}

export interface RateLimit extends Counter {
  /** Uses for each key in one window. */
  readonly max: number;
}

export interface LimitUse {
  readonly limit: RateLimit;
  /** Who or what is counted. Stored as a keyed hash. */
  readonly key: string;
}

export type LimitResult =
  /** `giveBack` undoes the uses, in the windows in which they were counted. It never rejects. */
  | { readonly ok: true; giveBack(): Promise<void> }
  /** `retryAfter`: seconds until the next window of the limit that is used up. */
  | { readonly ok: false; readonly limit: RateLimit; readonly retryAfter: number };

/** Counts in the database, so that limits hold across processes and restarts. */
export interface Limits {
  /**
   * Counts one use of each limit in the given order, or none. Concurrent callers cannot exceed
   * `max`. One statement per use on the pool, so call it outside of transactions.
   */
  consume(uses: readonly LimitUse[]): Promise<LimitResult>;
  /** Adds one to a counter. @returns its count in the current window */
  count(counter: Counter): Promise<number>;
  /** The count in the window that holds this moment. */
  countAt(counter: Counter, time: Date): Promise<number>;
}

declare module '#platform/features/shop.ts' {
  interface Shop {
    readonly limits: Limits;
  }
}

interface LimitsParts {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly log: Log;
}

/** Key of a counter that counts everybody together. */
const everybody = '';

export function createLimits({ database, secrets, clock, log }: LimitsParts): Limits {
  const limiters = new Map<string, RateLimiterPostgres>();
  const getLimiter = ({ name, seconds }: Counter, points = 0): RateLimiterPostgres => {
    const id = `${name} ${seconds} ${points}`;
    const limiter = limiters.get(id) ?? openLimiter(database, { keyPrefix: name, duration: seconds, points });
    limiters.set(id, limiter);
    return limiter;
  };
  /** The key includes the window, so that a late give-back does not change a later window. */
  const createKey = ({ name, seconds }: Counter, key: string, time: Date): string =>
    `${getWindow(seconds, time)}.${sign(secrets, 'rate-limit', `${name}\n${key}`)}`;

  const giveBack = async (uses: readonly LimitUse[], time: Date): Promise<void> => {
    for (const { limit, key } of uses) {
      await getLimiter(limit, limit.max)
        .reward(createKey(limit, key, time))
        .catch((error: unknown) => log.warn({ err: error, limit: limit.name }, 'a use of a limit was not given back'));
    }
  };
  return {
    async consume(uses) {
      const time = clock.now();
      for (const [index, { limit, key }] of uses.entries()) {
        if (await consumeUse(getLimiter(limit, limit.max), createKey(limit, key, time))) continue;
        await giveBack(uses.slice(0, index + 1), time);
        return { ok: false, limit, retryAfter: getSecondsLeft(limit.seconds, time) };
      }
      return { ok: true, giveBack: () => giveBack(uses, time) };
    },
    async count(counter) {
      const { consumedPoints } = await getLimiter(counter).penalty(createKey(counter, everybody, clock.now()));
      return consumedPoints;
    },
    async countAt(counter, time) {
      return (await getLimiter(counter).get(createKey(counter, everybody, time)))?.consumedPoints ?? 0;
    },
  };
}

/** A migration creates the table, and `clearLimitsJob` deletes expired rows. */
function openLimiter(
  { pool }: Database,
  options: { readonly keyPrefix: string; readonly duration: number; readonly points: number },
): RateLimiterPostgres {
  return new RateLimiterPostgres({
    ...options,
    ...{ storeClient: pool, storeType: 'pool', schemaName: 'platform', tableName: 'rate_limits' },
    ...{ tableCreated: true, clearExpiredByTimeout: false },
  });
}

/** Counts one use. @throws when the database is unreachable */
async function consumeUse(limiter: RateLimiterPostgres, key: string): Promise<boolean> {
  try {
    await limiter.consume(key);
    return true;
  } catch (error) {
    if (error instanceof RateLimiterRes) return false;
    throw error;
  }
}

function getWindow(seconds: number, time: Date): number {
  return Math.floor(time.getTime() / (seconds * 1000));
}

/** Whole seconds until the next window, 1 at least. */
function getSecondsLeft(seconds: number, time: Date): number {
  const next = (getWindow(seconds, time) + 1) * seconds * 1000;
  return Math.max(1, Math.ceil((next - time.getTime()) / 1000));
}

/** Deletes counts of past windows. */
export const clearLimitsJob = defineJob({
  name: 'limits:purge-counts',
  schema: z.object({}),
  every: '*/15 * * * *',
  run: async ({ db, clock }) => {
    await db.execute(sql`delete from platform.rate_limits where expire < ${clock.now().getTime()}`);
  },
});
