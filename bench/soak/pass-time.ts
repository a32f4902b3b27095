import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#platform/database/database.ts';
import type { Chance } from '#tests/support/chance.ts';
import { waitForJobs } from '../shop.ts';

/**
 * Adds a job unless one waits. A job key would also end the retries of one that runs, and a kill would then leave it
 * failed.
 */
export const addJob = (name: string) => `select graphile_worker.add_job('${name}', '{}')
  where not exists (select from graphile_worker.jobs where task_identifier = '${name}' and locked_at is null)`;
/** Runs a job of the running shop, and waits until no job is due. */
export async function runJob(database: Database, name: string): Promise<void> {
  await database.pool.query(addJob(name));
  await waitForJobs(database, 120_000);
}

const addReconciling = addJob('payments:reconcile-payments');
/** Events whose payment could not be settled are tried again every minute. */
const addSettling = addJob('payments:settle-events');
/** The job asks about a payment again after some minutes: they have passed. */
const passMinutes = `update payments set settled_at = null
  where id in (select id from payments where settled_at is not null for update skip locked)`;
/** Of what was captured, some payments only: the job asks about all of it for half a year. */
const passSomeMinutes = `update payments set settled_at = null where id in (select id from payments
  where settled_at is not null and (captured = 0 or random() < 20.0 / (select count(*) from payments)) for update skip locked)`;

/**
 * Makes time pass until stopped: some orders become due, payments are asked about again, and the
 * jobs of every few minutes run.
 * @param openDatabase rejects while the database is down
 */
export async function passTime(
  chance: Chance,
  withDatabase: <Result>(work: (database: Database) => Promise<Result>) => Promise<Result>,
  stopped: AbortSignal,
): Promise<void> {
  while (!stopped.aborted) {
    await sleep(chance.whole(1500, 4000), undefined, { signal: stopped }).catch(() => {});
    if (stopped.aborted) return;
    await withDatabase(async ({ pool }) => {
      await pool.query(
        `update orders set due_at = now() where id in (select id from orders where due_at > now() and created_at < now() - interval '4 seconds'
          and status in ('pending', 'failed', 'on-hold') and random() < case status when 'on-hold' then 0.01 else 0.12 end
          for update skip locked)`,
      );
      await pool.query(addJob('orders:expire-orders'));
      await pool.query(passSomeMinutes);
      await pool.query(addReconciling);
    }).catch(() => {});
  }
}

/**
 * Runs the reconciling job until nothing is requested any more, and the jobs that are due a minute
 * after a sign-in.
 * @returns number of rounds
 */
export async function reconcileAll(database: Database): Promise<number> {
  const { pool } = database;
  for (let round = 1; round <= 20; round += 1) {
    await pool.query(
      `select graphile_worker.reschedule_jobs(array_agg(id), run_at := now()) from graphile_worker.jobs
      where task_identifier = 'sessions:move-late-writes' having count(*) > 0`,
    );
    await pool.query(passMinutes);
    await pool.query(addReconciling);
    await pool.query(addSettling);
    await waitForJobs(database, 120_000);
    const { rows } = await pool.query<{ waiting: number }>(
      `select (select count(*) from payment_transactions where status = 'requested' and kind <> 'dispute')::integer
        + (select count(*) from provider_events where settled_at is null)::integer as waiting`,
    );
    if (rows[0]?.waiting === 0 && round > 1) return round;
  }
  return Number.NaN;
}
