import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from './log.ts';
import type { ShopPool } from './pool.ts';
import { DatabaseAwayError, isDatabaseUnavailable, postgresError } from './postgres-errors.ts';

/** Whether PostgreSQL answers. While it does not, statements fail at once instead of waiting. */
export interface Availability {
  readonly isAway: boolean;
  /**
   * Checks the database after an error or a lost connection.
   * @returns whether the database is away
   */
  checkNow(): Promise<boolean>;
  /** Resolves once the database answers again. */
  whenBack(): Promise<void>;
  stop(): void;
}

/** Milliseconds after which a connection in use, or a wait for a connection, causes a check. */
const suspiciousAfter = 2_000;
const watchInterval = 500;
/** Milliseconds that one attempt to connect and query may take. */
const attemptTimeout = 1_500;
/**
 * Milliseconds between two checks because of statements that just take long (`recheckAfter`), and between two
 * attempts while the database is away (`retryAfter`).
 */
const recheckAfter = 3_000;
const retryAfter = 500;

/**
 * Watches the connections of a pool. A stopped database sends no answer, so statements would wait
 * for minutes: once two attempts on another connection have failed, the connections in use are
 * closed and new ones are refused until the database answers. Both changes are logged once.
 */
export function createAvailability(pool: ShopPool, log: Log): Availability {
  /** Connections in use, with the time when each was taken. */
  const inUse = new Map<pg.PoolClient, number>();
  const connected = new Set<pg.PoolClient>();
  let waitingSince: number | undefined;
  let checkedAt = 0;
  let check: Promise<boolean> | undefined;
  let back: PromiseWithResolvers<void> | undefined;
  const stopping = new AbortController();

  pool.on('connect', (client) => connected.add(client));
  pool.on('remove', (client) => {
    connected.delete(client);
    inUse.delete(client);
  });
  pool.on('acquire', (client) => inUse.set(client, performance.now()));
  pool.on('release', (_error, client) => inUse.delete(client));

  const runCheck = async (): Promise<boolean> => {
    const failure = (await attempt(pool)) && (await attempt(pool));
    checkedAt = performance.now();
    if (failure === null || stopping.signal.aborted) return false;
    log.error({ error: failure.message }, 'the database does not answer; until it does, requests that need it get 503');
    back = Promise.withResolvers();
    pool.refusal = new DatabaseAwayError(failure);
    for (const client of connected) endConnection(client);
    void awaitDatabase();
    return true;
  };
  const awaitDatabase = async () => {
    while (!stopping.signal.aborted && (await attempt(pool)) !== null)
      await sleep(retryAfter, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
    pool.refusal = null;
    if (!stopping.signal.aborted) log.info({}, 'the database answers again');
    back?.resolve();
    back = undefined;
  };
  const checkNow = (): Promise<boolean> => {
    if (stopping.signal.aborted || pool.ending) return Promise.resolve(false);
    if (back) return Promise.resolve(true);
    check ??= runCheck().finally(() => {
      check = undefined;
    });
    return check;
  };
  const timer = setInterval(() => {
    const now = performance.now();
    waitingSince = pool.waitingCount > 0 ? (waitingSince ?? now) : undefined;
    const [oldest = now] = inUse.values();
    const isLong = now - Math.min(oldest, waitingSince ?? now) > suspiciousAfter;
    if (isLong && now - checkedAt > recheckAfter) void checkNow();
  }, watchInterval).unref();

  return {
    get isAway() {
      return back !== undefined;
    },
    checkNow,
    whenBack: () => back?.promise ?? Promise.resolve(),
    stop() {
      clearInterval(timer);
      stopping.abort();
    },
  };
}

/** @returns null when the database answers, even with a refusal such as too many connections */
async function attempt(pool: pg.Pool): Promise<Error | null> {
  const client = new pg.Client({
    ...pool.options,
    ...{ connectionTimeoutMillis: attemptTimeout, query_timeout: attemptTimeout },
  });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return null;
  } catch (error) {
    if (!isDatabaseUnavailable(error) && !isTimeout(error)) return null;
    if (postgresError(error)?.code === '53300') return null;
    return error instanceof Error ? error : new Error(String(error));
  } finally {
    void client.end().catch(() => {});
  }
}

const isTimeout = (error: unknown) => error instanceof Error && error.message === 'Query read timeout';

/** Closes a connection, so that statements that wait for an answer fail. */
function endConnection(client: pg.PoolClient): void {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}
