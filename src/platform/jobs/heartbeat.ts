import { sql } from 'drizzle-orm';
import pg from 'pg';
import type { Db } from '#platform/database/database.ts';
import { openDedicatedConnection } from '#platform/database/dedicated-connection.ts';

// graphile-worker locks a job by its worker's name and waits four hours after that worker is
// killed. So each worker also holds an advisory lock of its name. PostgreSQL drops the lock with
// the connection, and the jobs of a worker without a lock are released within seconds.

const LOCK_CLASS = 7_060_211;

export interface Heartbeat {
  /** Marks the worker as alive for as long as this process runs. */
  start(worker: string): Promise<void>;
  stop(worker: string): Promise<void>;
  close(): Promise<void>;
}

/** Uses a dedicated connection, which is replaced when it breaks. */
export async function createHeartbeat(pool: pg.Pool): Promise<Heartbeat> {
  const workers = new Set<string>();
  let client: pg.Client | undefined;
  const query = (verb: 'lock' | 'unlock', worker: string, connection = client) =>
    connection?.query(`select pg_advisory_${verb}_shared($1, hashtext($2))`, [LOCK_CLASS, worker]);
  const dedicated = await openDedicatedConnection({
    makeClient: () => new pg.Client(pool.options),
    async prepare(fresh) {
      for (const worker of workers) await query('lock', worker, fresh);
      client = fresh;
    },
    onLost() {
      client = undefined;
    },
    onBack() {},
    pingEvery: 15_000,
  });
  return {
    async start(worker) {
      workers.add(worker);
      // A failure means a lost connection; the next connection takes the lock again.
      await query('lock', worker)?.catch(() => {});
    },
    async stop(worker) {
      workers.delete(worker);
      await query('unlock', worker)?.catch(() => {});
    },
    close: () => dedicated.close(),
  };
}

/** Finds the names of workers that hold jobs but no lock. */
async function findSilentWorkers(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ worker: string }>(sql`
    select distinct locked_by as worker from graphile_worker.jobs
    where locked_by is not null and not exists (
      select from pg_locks
      where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
        and classid = ${LOCK_CLASS} and objid = (hashtext(locked_by)::bigint & 4294967295)::oid)`);
  return rows.map(({ worker }) => worker);
}

/**
 * Finds running jobs that were replaced by another job with their key, such as the next part of their own work:
 * graphile-worker removes the key and all attempts of a replaced job. Without this query they would be listed as
 * failed after their release, although the other job continues their work.
 */
async function findReplacedJobs(db: Db, workers: readonly string[]): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from graphile_worker.jobs
    where locked_by = any(${sql.param(workers)}::text[]) and key is null and attempts >= max_attempts and updated_at > locked_at`);
  return rows.map(({ id }) => id);
}

/**
 * Releases the jobs of dead workers. A worker that lost its connection for a moment looks dead too,
 * so it counts as dead only when its lock is missing in two consecutive checks.
 * @returns a function that makes one check and resolves with the names of the workers whose jobs were released
 */
export function createOrphanRecovery(db: Db): () => Promise<string[]> {
  let suspects = new Set<string>();
  return async () => {
    const silent = await findSilentWorkers(db);
    const dead = silent.filter((worker) => suspects.has(worker));
    if (dead.length > 0) {
      const replaced = await findReplacedJobs(db, dead);
      await db.execute(sql`select graphile_worker.force_unlock_workers(${sql.param(dead)}::text[])`);
      await db.execute(sql`select graphile_worker.complete_jobs(${sql.param(replaced)}::bigint[])`);
    }
    suspects = new Set(silent.filter((worker) => !dead.includes(worker)));
    return dead;
  };
}
