import { setTimeout as sleep } from 'node:timers/promises';
import { runMigrations } from 'graphile-worker';
import type pg from 'pg';
import type { Database } from '#platform/database/database.ts';
import { ShopPool } from '#platform/database/pool.ts';
import type { Shop } from '#platform/features/shop.ts';
import { createHeartbeat, createOrphanRecovery } from './heartbeat.ts';
import type { JobDefinition } from './jobs.ts';
import { toLoggableFailure } from './loggable-failure.ts';
import { startQueue } from './queue.ts';

export interface Worker {
  /** Takes no more jobs, lets those that run end, and gives back what still runs after `stopWithin`. */
  stop(): Promise<void>;
}

export interface WorkerOptions {
  /** Quick jobs at once in this process. */
  readonly concurrency?: number | undefined;
  /** Milliseconds between two looks for jobs whose process died. */
  readonly lookEvery?: number | undefined;
  /** Milliseconds that running jobs get to end. */
  readonly stopWithin?: number | undefined;
}

/** Connections for waiting, taking jobs and recording what became of them. One more shows that the process lives. */
const CONNECTIONS = 4;

/** Creates or updates the tables that jobs wait in. Safe to call from several processes at once. */
export async function migrateJobs(database: Database): Promise<void> {
  await runMigrations({ pgPool: database.pool, taskList: {}, noHandleSignals: true });
}

/**
 * Runs jobs until it is stopped; several processes may work on one database. Throws only when it can't begin: later it
 * waits for a lost database.
 */
export async function startWorker(
  shop: Shop,
  definitions: readonly JobDefinition[],
  { concurrency = 4, lookEvery = 5_000, stopWithin = 20_000 }: WorkerOptions = {},
): Promise<Worker> {
  const pool = openPool(shop.database);
  const heartbeat = await createHeartbeat(pool);
  const [quick, slow] = [definitions.filter((one) => !one.slow), definitions.filter((one) => one.slow)];
  const queues: Worker[] = [];
  const stopping = new AbortController();
  const stop = async (...others: Promise<void>[]) => {
    await Promise.all([...queues.map((queue) => queue.stop()), ...others]);
    await heartbeat.close();
    await pool.end();
  };
  try {
    const context = { shop, pool, heartbeat, stopWithin };
    queues.push(await startQueue(context, quick, concurrency));
    if (slow.length > 0) queues.push(await startQueue(context, slow, 1));
  } catch (error) {
    await stop();
    throw error;
  }
  const watch = watchOrphans(shop, lookEvery, stopping.signal);
  let stopped: Promise<void> | undefined;
  return {
    stop() {
      stopping.abort();
      stopped ??= stop(watch);
      return stopped;
    },
  };
}

/** Its own connections: a busy shop keeps no job waiting, and listening takes none from the shop. */
function openPool(database: Database): pg.Pool {
  const pool = new ShopPool({ ...database.pool.options, max: CONNECTIONS });
  pool.on('error', (error) => {
    // A stop may reach Postgres before the last connection has said goodbye.
    if (!pool.ending) database.log.warn({ error: error.message }, 'an idle connection for jobs was lost');
  });
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

async function watchOrphans(shop: Shop, lookEvery: number, stopped: AbortSignal): Promise<void> {
  const look = createOrphanRecovery(shop.db);
  while (!stopped.aborted) {
    try {
      const dead = await look();
      if (dead.length > 0) shop.log.warn({ workers: dead }, 'gave back the jobs of workers that died');
    } catch (error) {
      shop.log.warn(toLoggableFailure(error), 'could not look for jobs of workers that died');
    }
    await sleep(lookEvery, undefined, { signal: stopped }).catch(() => {});
  }
}
