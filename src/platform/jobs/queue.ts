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
  /** Milliseconds that running jobs get to end. */
  readonly stopWithin: number;
}

interface Running {
  readonly name: string;
  readonly runner: Runner;
  readonly workers: WorkerPool | undefined;
  /** Resolves once it has ended, or should have: it may hang when results could not be recorded. */
  readonly ended: Promise<void>;
}

/** Runs jobs of some definitions, so many at once, and begins again when the database was lost. */
export async function startQueue(
  context: QueueContext,
  definitions: readonly JobDefinition[],
  concurrency: number,
): Promise<{ stop(): Promise<void> }> {
  const { shop, pool, heartbeat, stopWithin } = context;
  const base = createWorkerOptions(shop, pool, definitions, createBackpressure());
  const options = { ...base, concurrency, parsedCronItems: createSchedule(definitions) };
  const stopping = new AbortController();
  let current = await begin(context, options);
  const running = (async () => {
    while (!stopping.signal.aborted) {
      await current.ended;
      if (stopping.signal.aborted) return;
      shop.log.warn({}, 'the job worker ended and begins again');
      await heartbeat.hide(current.name).catch(() => {});
      current = (await beginAgain(context, options, stopping.signal)) ?? current;
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

async function begin({ shop, heartbeat, stopWithin }: QueueContext, options: RunnerOptions): Promise<Running> {
  const name = `worker-${randomBytes(9).toString('hex')}`;
  const events: WorkerEvents = new EventEmitter();
  let workers: WorkerPool | undefined;
  events.once('pool:create', ({ workerPool }) => {
    workers = workerPool;
    // Jobs are locked under this name: the one that already shows its sign of life.
    workerPool.id = name;
  });
  logFailures(shop, events);
  const endWorkers = async () => workers?.gracefulShutdown();
  endIfFirstLookFails(events, () => {
    endWorkers().catch((error) => shop.log.warn(toLoggableFailure(error), 'the job worker did not end in order'));
  });
  const overdue = whenOverdue(events, stopWithin);
  await heartbeat.show(name);
  const runner = await run({ ...options, events });
  const ended = Promise.race([runner.promise.catch(() => {}), overdue]);
  return { name, runner, workers, ended };
}

/**
 * Resolves when a shutdown, which graphile-worker also begins by itself, lasts longer than its jobs
 * may. Its count of results that wait to be recorded is wrong once two of them could not be, and
 * it then waits for good.
 */
function whenOverdue(events: WorkerEvents, stopWithin: number): Promise<void> {
  return new Promise((resolve) => {
    events.once('pool:gracefulShutdown', () => void setTimeout(resolve, stopWithin + 1_000).unref());
  });
}

/**
 * graphile-worker keeps the answer to its first question, which jobs it may run, even when that answer was an error. The
 * pause is for its listening connection, which it would release twice if it ended while that one breaks.
 */
function endIfFirstLookFails(events: WorkerEvents, end: () => void): void {
  let looked = false;
  const seen = () => {
    looked = true;
  };
  events.once('worker:getJob:empty', seen);
  events.once('job:start', seen);
  events.once('worker:getJob:error', () => {
    if (!looked) setTimeout(end, 1_000);
  });
}

/** Undefined when it was stopped meanwhile. */
async function beginAgain(
  context: QueueContext,
  options: RunnerOptions,
  stopped: AbortSignal,
): Promise<Running | undefined> {
  for (let pause = 250; !stopped.aborted; pause = Math.min(pause * 2, 10_000)) {
    try {
      await sleep(pause, undefined, { signal: stopped });
      return await begin(context, options);
    } catch (error) {
      if (!stopped.aborted) context.shop.log.warn(toLoggableFailure(error), 'the job worker could not begin again yet');
    }
  }
  return undefined;
}

/** Safe to call for one that has ended already. */
async function stopWithinTime({ runner, workers, ended }: Running, stopWithin: number): Promise<void> {
  const inTime = new AbortController();
  const cut = sleep(stopWithin, undefined, { signal: inTime.signal }).then(
    () => workers?.forcefulShutdown('the shop stopped before the job was done'),
    () => undefined,
  );
  await Promise.race([runner.stop().catch(() => {}), ended]);
  inTime.abort();
  await cut.catch(() => {});
}

function logFailures(shop: Shop, events: WorkerEvents): void {
  events.on('job:error', ({ job, error }) => {
    const facts = { job: job.task_identifier, id: job.id, attempt: job.attempts, of: job.max_attempts };
    const last = job.attempts >= job.max_attempts;
    if (last) shop.log.error({ ...facts, ...toLoggableFailure(error) }, 'a job failed for good');
    else shop.log.warn({ ...facts, ...toLoggableFailure(error) }, 'a job failed and will be tried again');
  });
  events.on('worker:fatalError', ({ error }) =>
    shop.log.error(toLoggableFailure(error), 'a job could not be recorded as done'),
  );
  events.on('pool:fatalError', ({ error }) =>
    shop.log.error(toLoggableFailure(error), 'a job could not be recorded as done'),
  );
}
