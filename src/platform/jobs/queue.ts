import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Runner, type RunnerOptions, run, type WorkerEvents, type WorkerPool } from 'graphile-worker';
import type pg from 'pg';
import type { Shop } from '#platform/features/shop.ts';
import { createBackpressure } from './backpressure.ts';
import type { Heartbeat } from './heartbeat.ts';
import type { JobDefinition } from './jobs.ts';
import { toLoggableFailure } from './loggable-failure.ts';
import { createSchedule, createWorkerOptions } from './worker-options.ts';

interface QueueContext {
  readonly shop: Shop;
  readonly pool: pg.Pool;
  readonly heartbeat: Heartbeat;
  /** Milliseconds that running jobs have to end. */
  readonly stopWithin: number;
}

interface RunningWorker {
  readonly name: string;
  readonly runner: Runner;
  readonly workers: WorkerPool | undefined;
  /** Resolves when the worker has ended or is overdue: it hangs when the results of jobs could not be recorded. */
  readonly ended: Promise<void>;
}

/** Runs the jobs of these definitions and restarts after the connection to the database was lost. */
export async function startQueue(
  context: QueueContext,
  definitions: readonly JobDefinition[],
  concurrency: number,
): Promise<{ stop(): Promise<void> }> {
  const { shop, pool, heartbeat, stopWithin } = context;
  const base = createWorkerOptions(shop, pool, definitions, createBackpressure());
  const options = { ...base, concurrency, parsedCronItems: createSchedule(definitions) };
  const stopping = new AbortController();
  let current = await startRunner(context, options);
  const running = (async () => {
    while (!stopping.signal.aborted) {
      await current.ended;
      if (stopping.signal.aborted) return;
      shop.log.warn({}, 'the job worker ended unexpectedly and restarts');
      await heartbeat.stop(current.name).catch(() => {});
      current = (await restart(context, options, stopping.signal)) ?? current;
    }
    await stopWithinTime(current, stopWithin);
  })();
  return {
    async stop() {
      stopping.abort();
      await stopWithinTime(current, stopWithin);
      await running;
    },
  };
}

async function startRunner(
  { shop, heartbeat, stopWithin }: QueueContext,
  options: RunnerOptions,
): Promise<RunningWorker> {
  const name = `worker-${randomBytes(9).toString('hex')}`;
  const events: WorkerEvents = new EventEmitter();
  let workers: WorkerPool | undefined;
  events.once('pool:create', ({ workerPool }) => {
    workers = workerPool;
    // Jobs are locked by this name, so the heartbeat must use the same name.
    workerPool.id = name;
  });
  logFailures(shop, events);
  const endWorkers = async () => workers?.gracefulShutdown();
  endIfFirstPollFails(events, () => {
    endWorkers().catch((error) => shop.log.warn(toLoggableFailure(error), 'the job worker did not shut down cleanly'));
  });
  const overdue = waitUntilOverdue(events, stopWithin);
  await heartbeat.start(name);
  const runner = await run({ ...options, events });
  const ended = Promise.race([runner.promise.catch(() => {}), overdue]);
  return { name, runner, workers, ended };
}

/**
 * Resolves when a shutdown, which graphile-worker may also start by itself, takes longer than its
 * jobs may take. After two results could not be recorded, graphile-worker's count of pending results is wrong and its
 * shutdown never ends.
 */
function waitUntilOverdue(events: WorkerEvents, stopWithin: number): Promise<void> {
  return new Promise((resolve) => {
    events.once('pool:gracefulShutdown', () => void setTimeout(resolve, stopWithin + 1_000).unref());
  });
}

/**
 * Ends a worker whose first poll failed, because graphile-worker caches the result of that poll, even an error. The
 * delay lets its listening connection break first: an earlier end would release that connection twice.
 */
function endIfFirstPollFails(events: WorkerEvents, end: () => void): void {
  let hasPolled = false;
  const markPolled = () => {
    hasPolled = true;
  };
  events.once('worker:getJob:empty', markPolled);
  events.once('job:start', markPolled);
  events.once('worker:getJob:error', () => {
    if (!hasPolled) setTimeout(end, 1_000);
  });
}

/** @returns undefined when the queue was stopped meanwhile */
async function restart(
  context: QueueContext,
  options: RunnerOptions,
  stopped: AbortSignal,
): Promise<RunningWorker | undefined> {
  for (let pause = 250; !stopped.aborted; pause = Math.min(pause * 2, 10_000)) {
    try {
      await sleep(pause, undefined, { signal: stopped });
      return await startRunner(context, options);
    } catch (error) {
      if (!stopped.aborted)
        context.shop.log.warn(toLoggableFailure(error), 'the job worker could not restart yet; retrying');
    }
  }
  return undefined;
}

/** Stops a worker and may be called for a worker that has ended. */
async function stopWithinTime({ runner, workers, ended }: RunningWorker, stopWithin: number): Promise<void> {
  const inTime = new AbortController();
  const forcedStop = sleep(stopWithin, undefined, { signal: inTime.signal }).then(
    () => workers?.forcefulShutdown('the shop stopped before the job was done'),
    () => undefined,
  );
  await Promise.race([runner.stop().catch(() => {}), ended]);
  inTime.abort();
  await forcedStop.catch(() => {});
}

function logFailures(shop: Shop, events: WorkerEvents): void {
  events.on('job:error', ({ job, error }) => {
    const details = { job: job.task_identifier, id: job.id, attempt: job.attempts, of: job.max_attempts };
    const isLast = job.attempts >= job.max_attempts;
    if (isLast) shop.log.error({ ...details, ...toLoggableFailure(error) }, 'a job failed for good');
    else shop.log.warn({ ...details, ...toLoggableFailure(error) }, 'a job failed and will be retried');
  });
  events.on('worker:fatalError', ({ error }) =>
    shop.log.error(toLoggableFailure(error), 'a job could not be recorded as done'),
  );
  events.on('pool:fatalError', ({ error }) =>
    shop.log.error(toLoggableFailure(error), 'a job could not be recorded as done'),
  );
}
