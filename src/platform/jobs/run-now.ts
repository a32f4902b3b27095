import { EventEmitter } from 'node:events';
import { sql } from 'drizzle-orm';
import { runOnce, type WorkerEvents } from 'graphile-worker';
import type { Shop } from '#platform/features/shop.ts';
import type { JobDefinition } from './jobs.ts';
import { createWorkerOptions } from './worker-options.ts';

export interface JobsRun {
  /** Names of the jobs that succeeded, in the order of their runs. */
  readonly done: string[];
  readonly failed: { readonly name: string; readonly error: unknown }[];
}

/**
 * Runs every job that is due by the shop's clock, and the jobs that these jobs add, once each. A failed job waits for
 * its next attempt. For tests and the command line.
 */
export async function runJobsNow(shop: Shop, definitions: readonly JobDefinition[]): Promise<JobsRun> {
  const result: JobsRun = { done: [], failed: [] };
  const events: WorkerEvents = new EventEmitter();
  events.on('job:success', ({ job }) => result.done.push(job.task_identifier));
  events.on('job:error', ({ job, error }) => result.failed.push({ name: job.task_identifier, error }));
  const options = { ...createWorkerOptions(shop, shop.database.pool, definitions), events };
  await rescheduleDueJobs(shop, 'any');
  do {
    await runOnce(options);
  } while ((await rescheduleDueJobs(shop, 'untried')) > 0);
  return result;
}

/** Makes jobs due for the worker, which uses the database's clock: the clock of a test may be ahead of it. */
async function rescheduleDueJobs(shop: Shop, which: 'any' | 'untried'): Promise<number> {
  const { rows } = await shop.db.execute(sql`
    select id from graphile_worker.reschedule_jobs(
      array(select id from graphile_worker.jobs where run_at > now() and run_at <= ${shop.clock.now().toISOString()}
        and attempts < ${which === 'any' ? sql`max_attempts` : 1}), run_at := now())`);
  return rows.length;
}
