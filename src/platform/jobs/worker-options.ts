import { Logger, type ParsedCronItem, parseCronItems, type RunnerOptions, type TaskList } from 'graphile-worker';
import type pg from 'pg';
import { runInNewReadScope } from '#platform/config/read-scope.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { JobDefinition } from './jobs.ts';

/** The payload type is unknown here, because each job's schema checks its payload before the run. */
type AnyJob = JobDefinition<unknown>;

/** @param before called before each job, which starts when the promise resolves */
export function createWorkerOptions(
  shop: Shop,
  pgPool: pg.Pool,
  definitions: readonly JobDefinition[],
  before: () => Promise<void> = async () => {},
) {
  return {
    pgPool,
    noHandleSignals: true,
    taskList: createTaskList(shop, definitions, before),
    logger: createWorkerLogger(shop),
    // Without batches graphile-worker does not await the query that records a job as done: it would not wait for
    // the query when it stops, and an error of the query would end the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  } satisfies RunnerOptions;
}

function createTaskList(shop: Shop, definitions: readonly JobDefinition[], before: () => Promise<void>): TaskList {
  const tasks: TaskList = {};
  for (const definition of definitions as readonly AnyJob[]) {
    if (tasks[definition.name]) throw new TypeError(`Two jobs have the name '${definition.name}'. Rename one.`);
    tasks[definition.name] = async (stored, { job }) => {
      await before();
      const payload = await definition.schema.parseAsync(removeScheduleField(stored));
      const attempt = { number: job.attempts, isLast: job.attempts >= job.max_attempts };
      await runInNewReadScope(() => definition.run(shop, payload, attempt));
    };
  }
  return tasks;
}

/** Scheduled jobs get their due time as `_cron`, which is not in their schema. */
function removeScheduleField(stored: unknown): unknown {
  if (typeof stored !== 'object' || stored === null || !('_cron' in stored)) return stored;
  const { _cron, ...payload } = stored;
  return payload;
}

/** Gives each schedule a key, so that only one job per schedule waits: the next due job replaces it. */
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

/** Omits log lines about single jobs, which quote error messages; queue.ts logs those jobs. */
function createWorkerLogger(shop: Shop): Logger {
  const levels = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;
  return new Logger(() => (level, message, meta) => {
    if (!('job' in meta)) shop.log[levels[level]]({ part: 'jobs' }, message);
  });
}
