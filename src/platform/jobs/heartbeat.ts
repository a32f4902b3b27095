import { sql } from 'drizzle-orm';
import pg from 'pg';
import type { Db } from '#platform/database/database.ts';
import { keepConnected } from '#platform/database/dedicated-connection.ts';

// A job is locked under the name of the worker that runs it. When that process is killed, graphile-worker itself would
// wait four hours before it gives the job to another. So each worker also holds an advisory lock named like itself:
// Postgres drops it with the connection, and jobs of a worker without a lock can be given back within seconds.

const LOCK_CLASS = 7_060_211;

export interface Heartbeat {
  /** From now on others see that this worker lives, for as long as this process does. */
  show(worker: string): Promise<void>;
  hide(worker: string): Promise<void>;
  close(): Promise<void>;
}

/** Keeps a connection of its own. When it breaks, another takes its place as soon as there is one. */
export async function createHeartbeat(pool: pg.Pool): Promise<Heartbeat> {
  const shown = new Set<string>();
  let client: pg.Client | undefined;
  const say = (verb: 'lock' | 'unlock', worker: string, to = client) =>
    to?.query(`select pg_advisory_${verb}_shared($1, hashtext($2))`, [LOCK_CLASS, worker]);
  const connection = await keepConnected({
    makeClient: () => new pg.Client(pool.options),
    async prepare(fresh) {
      for (const worker of shown) await say('lock', worker, fresh);
      client = fresh;
    },
    onLost() {
      client = undefined;
    },
    onBack() {},
    pingEvery: 15_000,
  });
  return {
    async show(worker) {
      shown.add(worker);
      // One that fails has lost its connection, and the next one says it again.
      await say('lock', worker)?.catch(() => {});
    },
    async hide(worker) {
      shown.delete(worker);
      await say('unlock', worker)?.catch(() => {});
    },
    close: () => connection.close(),
  };
}

/** Names of workers that hold jobs but show no sign of life. */
async function silentWorkers(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ worker: string }>(sql`
    select distinct locked_by as worker from graphile_worker.jobs
    where locked_by is not null and not exists (
      select from pg_locks
      where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
        and classid = ${LOCK_CLASS} and objid = (hashtext(locked_by)::bigint & 4294967295)::oid)`);
  return rows.map(({ worker }) => worker);
}

/**
 * Gives the jobs of dead workers back. A worker that lost its connection for a moment looks dead too, so it must be
 * silent at two looks in a row.
 * @returns one look; resolves to the names of the workers whose jobs were given back
 */
export function createOrphanRecovery(db: Db): () => Promise<string[]> {
  let suspects = new Set<string>();
  return async () => {
    const silent = await silentWorkers(db);
    const dead = silent.filter((worker) => suspects.has(worker));
    if (dead.length > 0) {
      await db.execute(sql`select graphile_worker.force_unlock_workers(${sql.param(dead)}::text[])`);
    }
    suspects = new Set(silent.filter((worker) => !dead.includes(worker)));
    return dead;
  };
}
