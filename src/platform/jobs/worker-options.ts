import { Logger, type ParsedCronItem, parseCronItems, type RunnerOptions, type TaskList } from 'graphile-worker';
import type pg from 'pg';
import type { Shop } from '#platform/features/shop.ts';
import type { JobDefinition } from './jobs.ts';

/** Definitions of every payload together: what a job is given was checked by its own schema. */
type AnyJob = JobDefinition<unknown>;

/** @param before called before each job, which waits for it */
export function createWorkerOptions(
  shop: Shop,
  pgPool: pg.Pool,
  definitions: readonly JobDefinition[],
  before: () => Promise<void> = async () => {},
) {
  return {
    pgPool,
    noHandleSignals: true,
    taskList: tasksOf(shop, definitions, before),
    logger: workerLogger(shop),
    // Without batches graphile-worker does not wait for the record that a job is done, neither when it stops nor for
    // an error, which would then end the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  } satisfies RunnerOptions;
}

function tasksOf(shop: Shop, definitions: readonly JobDefinition[], before: () => Promise<void>): TaskList {
  const tasks: TaskList = {};
  for (const definition of definitions as readonly AnyJob[]) {
    if (tasks[definition.name]) throw new TypeError(`two jobs are called '${definition.name}'`);
    tasks[definition.name] = async (stored, { job }) => {
      await before();
      const payload = await definition.schema.parseAsync(withoutSchedule(stored));
      await definition.run(shop, payload, { number: job.attempts, last: job.attempts >= job.max_attempts });
    };
  }
  return tasks;
}

/** Scheduled jobs get the time they were due for under `_cron`, which is no part of their schema. */
function withoutSchedule(stored: unknown): unknown {
  if (typeof stored !== 'object' || stored === null || !('_cron' in stored)) return stored;
  const { _cron, ...payload } = stored;
  return payload;
}

/** The key keeps a job that is slow or failing from piling up: the next one due takes the waiting one's place. */
export function createSchedule(definitions: readonly JobDefinition[]): ParsedCronItem[] {
  const items = definitions.flatMap(({ name, every, maxAttempts }) => {
    if (every === undefined) return [];
    return {
      task: name,
      match: every,
      identifier: name,
      options: { jobKey: `every:${name}`, ...(maxAttempts && { maxAttempts }) },
    };
  });
  return parseCronItems(items);
}

/** Whatever concerns one job is logged by us, since graphile-worker's own lines quote the error's message. */
function workerLogger(shop: Shop): Logger {
  const levels = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;
  return new Logger(() => (level, message, meta) => {
    if (!('job' in meta)) shop.log[levels[level]]({ part: 'jobs' }, message);
  });
}
