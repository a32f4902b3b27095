import { sql } from 'drizzle-orm';
import { type Database, sqlQuery } from '#platform/database/database.ts';
import type { Clock } from '#platform/features/shop.ts';
import type { Log } from '#platform/http/log.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import { type Secrets, sign } from '#platform/sessions/signing.ts';
import { batchCounts, type CountedUse } from './batch-counts.ts';

/** A counter of events in time windows. */
export interface Counter {
  /** Permanent name, under which counts are stored. Lower-case letters, digits and `-`. */
  readonly name: string;
  /** Length of a window in seconds. Windows begin at whole multiples of it since 1970. */
  readonly seconds: number;
}

export interface RateLimit extends Counter {
  /** Maximum number of uses for each key in one window. */
  readonly max: number;
}

export interface LimitUse {
  readonly limit: RateLimit;
  /** Identifies the counted person or object. It is stored as a keyed hash. */
  readonly key: string;
  /** Number of uses at once, such as kilobytes. Default: 1. */
  readonly amount?: number;
  /** Whether the use stays counted when the other uses are given back. Default: false. */
  readonly isKept?: boolean;
}

export type LimitResult =
  /**
   * `giveBack` undoes the uses without `isKept`, in the windows in which they were counted. It never rejects.
   * `counts`: the count of each limit after this use, in the given order.
   */
  | { readonly ok: true; readonly counts: readonly number[]; giveBack(): Promise<void> }
  /** `retryAfter`: seconds until the next window of the limit that is used up. */
  | { readonly ok: false; readonly limit: RateLimit; readonly retryAfter: number };

/** Counts in the database, so that limits hold across processes and restarts. */
export interface Limits {
  /**
   * Counts a use of each limit in the given order, or none of them. Concurrent callers cannot exceed
   * `max`. It runs one statement on the pool, so call it outside of transactions.
   */
  consume(uses: readonly LimitUse[]): Promise<LimitResult>;
  /**
   * Does the same as `consume` for several lists with one statement. Each list is counted independently of the
   * others. The limits of the lists must differ.
   */
  consumeEach(lists: readonly (readonly LimitUse[])[]): Promise<readonly LimitResult[]>;
  /** Returns the count of each limit for its key in the current window, in the given order. */
  read(uses: readonly Pick<LimitUse, 'limit' | 'key'>[]): Promise<number[]>;
  /** Adds one to a counter. @returns the counter's value in the current window */
  count(counter: Counter): Promise<number>;
  /** Returns the counter's value in the window that contains this time. */
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

/**
 * Counts in the order of the keys, so that concurrent statements never deadlock. The commit does not wait for
 * the disk, because all requests wait for a row that all of them count in. Later commits write it too, and a crash of
 * the computer can lose the counts of the last second.
 */
const countUses = sqlQuery<{ key: string; points: number }>(
  'limits.count-uses',
  `insert into platform.rate_limits as counted (key, points, expire)
  select key, amount, expire from unnest($1::text[], $2::bigint[], $3::integer[], $4::integer[]) as used(key, expire, max, amount)
  cross join (select set_config('synchronous_commit', 'off', true)) as commits_early
  where amount <= max order by key
  on conflict (key) do update set points = counted.points + excluded.points
    where counted.points + excluded.points <= ($3::integer[])[array_position($1::text[], counted.key)]
  returning key, points`,
);

/** Deletes a count of zero, so that refused requests leave no row. */
const giveBackUses = sqlQuery(
  'limits.give-back-uses',
  `with used as (
    select key, points - ($2::integer[])[array_position($1::text[], key)] as points
    from platform.rate_limits kept cross join (select set_config('synchronous_commit', 'off', true)) as commits_early
    where key = any($1::text[]) order by key for update of kept
  ), deleted as (
    delete from platform.rate_limits counted using used where counted.key = used.key and used.points <= 0
  )
  update platform.rate_limits counted set points = used.points from used where counted.key = used.key and used.points > 0`,
);

const selectCount = sqlQuery<{ points: number }>(
  'limits.find-count',
  'select points from platform.rate_limits where key = $1',
);

const selectCounts = sqlQuery<{ key: string; points: number }>(
  'limits.find-counts',
  'select key, points from platform.rate_limits where key = any($1::text[])',
);

type KeyedUse = Required<LimitUse>;

/** A migration creates the table, and `clearLimitsJob` deletes the counts of past windows. */
export function createLimits({ database: { db }, secrets, clock, log }: LimitsParts): Limits {
  /** The key includes the window, so that a late `giveBack` does not change a later window. */
  const createKey = ({ name, seconds }: Counter, key: string, time: Date): string =>
    `${name}:${getWindow(seconds, time)}.${sign(secrets, 'rate-limit', `${name}\n${key}`)}`;

  const countAll = batchCounts(async (uses) => {
    const rows = await countUses(db, [
      uses.map(({ key }) => key),
      uses.map(({ expire }) => expire),
      uses.map(({ max }) => max),
      uses.map(({ amount }) => amount),
    ]);
    return new Map(rows.map(({ key, points }) => [key, points]));
  });
  const giveBack = async (uses: ReadonlyMap<string, number>): Promise<void> => {
    await giveBackUses(db, [[...uses.keys()], [...uses.values()]]).catch((error: unknown) =>
      log.warn({ err: error }, 'uses of limits were not given back'),
    );
  };
  const settle = async (uses: readonly KeyedUse[], time: Date, points: ReadonlyMap<string, number>) => {
    const counted = uses.filter(({ key }) => points.has(key));
    const refused = uses.find(({ key }) => !points.has(key));
    const toAmounts = (each: readonly KeyedUse[]) => new Map(each.map(({ key, amount }) => [key, amount]));
    if (!refused) {
      const returned = toAmounts(counted.filter(({ isKept }) => !isKept));
      const counts = uses.map(({ key }) => points.get(key) ?? 0);
      return { ok: true, counts, giveBack: () => giveBack(returned) } as const;
    }
    if (counted.length > 0) await giveBack(toAmounts(counted));
    return { ok: false, limit: refused.limit, retryAfter: getSecondsLeft(refused.limit.seconds, time) } as const;
  };
  const consumeEach: Limits['consumeEach'] = async (lists) => {
    const time = clock.now();
    const keyed = lists.map((uses) =>
      uses.map(
        ({ limit, key, amount = 1, isKept = false }): KeyedUse => ({
          ...{ key: createKey(limit, key, time), limit, amount, isKept },
        }),
      ),
    );
    const uses = keyed.flat().map(({ limit, key, amount }): CountedUse => {
      return { key, expire: getWindowEnd(limit.seconds, time), max: limit.max, amount };
    });
    const points = uses.length === 0 ? new Map<string, number>() : await countAll(uses);
    return Promise.all(keyed.map((list) => settle(list, time, points)));
  };
  return {
    consumeEach,
    async consume(uses) {
      const [result] = await consumeEach([uses]);
      return result as LimitResult;
    },
    async read(uses) {
      const time = clock.now();
      const keys = uses.map(({ limit, key }) => createKey(limit, key, time));
      const found = keys.length === 0 ? [] : await selectCounts(db, [keys]);
      const points = new Map(found.map((row) => [row.key, row.points]));
      return keys.map((key) => points.get(key) ?? 0);
    },
    async count(counter) {
      const time = clock.now();
      const key = createKey(counter, everybody, time);
      const use = { key, expire: getWindowEnd(counter.seconds, time), max: maxCount, amount: 1 };
      return (await countAll([use])).get(key) ?? maxCount;
    },
    async countAt(counter, time) {
      return (await selectCount(db, [createKey(counter, everybody, time)]))[0]?.points ?? 0;
    },
  };
}

/** PostgreSQL's largest integer. */
const maxCount = 2_147_483_647;

/** @returns milliseconds since 1970 */
function getWindowEnd(seconds: number, time: Date): number {
  return (getWindow(seconds, time) + 1) * seconds * 1000;
}

function getWindow(seconds: number, time: Date): number {
  return Math.floor(time.getTime() / (seconds * 1000));
}

/** @returns whole seconds until the next window, at least 1 */
function getSecondsLeft(seconds: number, time: Date): number {
  return Math.max(1, Math.ceil((getWindowEnd(seconds, time) - time.getTime()) / 1000));
}

export const clearLimitsJob = defineJob({
  name: 'limits:purge-counts',
  every: '*/15 * * * *',
  run: async ({ db, clock }) => {
    await db.execute(sql`delete from platform.rate_limits where expire < ${clock.now().getTime()}`);
  },
});
