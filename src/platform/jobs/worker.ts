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
  /** Takes no more jobs, waits for running jobs, and releases jobs that still run after `stopWithin`. */
  stop(): Promise<void>;
}

export interface WorkerOptions {
  /** Maximum number of quick jobs that run at the same time in this process. */
  readonly concurrency?: number | undefined;
  /** Milliseconds between two checks for jobs of dead workers. */
  readonly checkEvery?: number | undefined;
  /** Milliseconds that running jobs have to end. */
  readonly stopWithin?: number | undefined;
}

/** Connections to listen, take jobs and record results. The heartbeat has another connection. */
const CONNECTIONS = 4;

/** Creates or updates graphile-worker's tables. Several processes may call it at the same time. */
export async function migrateJobs(database: Database): Promise<void> {
  await runMigrations({ pgPool: database.pool, taskList: {}, noHandleSignals: true });
}

/**
 * Runs jobs until stopped; several processes may work on the same database.
 * @throws only when it cannot start; later it waits until a lost database is back
 */
export async function startWorker(
  shop: Shop,
  definitions: readonly JobDefinition[],
  { concurrency = 4, checkEvery = 5_000, stopWithin = 20_000 }: WorkerOptions = {},
): Promise<Worker> {
  const pool = openPool(shop.database);
  const heartbeat = await createHeartbeat(pool);
  const [quick, slow] = [definitions.filter(({ slow }) => !slow), definitions.filter(({ slow }) => slow)];
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
  const watch = watchOrphans(shop, checkEvery, stopping.signal);
  let stopped: Promise<void> | undefined;
  return {
    stop() {
      stopping.abort();
      stopped ??= stop(watch);
      return stopped;
    },
  };
}

/**
 * Opens separate connections, so that jobs do not wait for requests, and listening takes no connection from requests.
 */
function openPool(database: Database): pg.Pool {
  const pool = new ShopPool({ ...database.pool.options, max: CONNECTIONS });
  pool.on('error', (error) => {
    // PostgreSQL may stop before the pool has closed its last connection.
    if (!pool.ending) database.log.warn({ error: error.message }, 'an idle connection for jobs was lost');
  });
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

async function watchOrphans(shop: Shop, checkEvery: number, stopped: AbortSignal): Promise<void> {
  const releaseOrphans = createOrphanRecovery(shop.db);
  while (!stopped.aborted) {
    try {
      const dead = await releaseOrphans();
      if (dead.length > 0) shop.log.warn({ workers: dead }, 'released the jobs of dead workers');
    } catch (error) {
      shop.log.warn(toLoggableFailure(error), 'could not check for jobs of dead workers');
    }
    await sleep(checkEvery, undefined, { signal: stopped }).catch(() => {});
  }
}
