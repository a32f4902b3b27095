import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Database, inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { createJobs, defineJob, type JobDefinition } from './jobs.ts';
import { runJobsNow } from './run-now.ts';
import { listFailedJobs, readJobStatistics } from './statistics.ts';
import { migrateJobs, startWorker, type Worker, type WorkerOptions } from './worker.ts';
import { createSchedule } from './worker-options.ts';

const store = useDatabase();
const jobs = createJobs();
const workers: Worker[] = [];
let logged: string[] = [];
let ran: { word: string; attempt: number; last: boolean }[] = [];
let now = () => new Date();

const sayJob = defineJob({
  name: 'test:say',
  schema: z.object({ word: z.string() }),
  run: async (_shop, { word }, attempt) => {
    ran.push({ word, attempt: attempt.number, last: attempt.isLast });
  },
});

const failJob = defineJob({
  name: 'test:fail',
  schema: z.object({ email: z.string() }),
  maxAttempts: 2,
  run: async (_shop, { email }) => {
    throw Object.assign(new Error(`no way to reach ${email}`), { code: 'ENOWAY' });
  },
});

function shop(database: Database = store.database): Shop {
  const log = pino({ level: 'trace' }, { write: (line: string) => logged.push(line) });
  return { database, db: database.db, log, clock: { now }, jobs } as unknown as Shop;
}

async function work(definitions: readonly JobDefinition[], options?: WorkerOptions, target = shop()): Promise<Worker> {
  const worker = await startWorker(target, definitions, options);
  workers.push(worker);
  return worker;
}

beforeEach(async () => {
  logged = [];
  ran = [];
  now = () => new Date();
  await store.db.execute(sql`delete from graphile_worker._private_jobs`);
});
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
});

describe('the tables of jobs', () => {
  const fresh = useDatabase({ empty: true });

  it('are created once by concurrent processes', async () => {
    await Promise.all([migrateJobs(fresh.database), migrateJobs(fresh.database), migrateJobs(fresh.database)]);
    await migrateJobs(fresh.database);
    expect(await readJobStatistics(fresh.db)).toMatchObject({ due: 0 });
  });
});

describe('adding', () => {
  it('commits with the transaction of the caller, in one statement', async () => {
    await inTransaction(store.db, (tx) => jobs.add(tx, sayJob, { word: 'hello' }));
    expect((await runJobsNow(shop(), [sayJob])).done).toEqual(['test:say']);
    expect(ran).toEqual([{ word: 'hello', attempt: 1, last: false }]);
  });

  it('rolls back with the transaction of the caller', async () => {
    const failing = inTransaction(store.db, async (tx) => {
      await jobs.add(tx, sayJob, { word: 'never' });
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await runJobsNow(shop(), [sayJob])).toEqual({ done: [], failed: [] });
  });

  it('keeps one waiting job for a key: the last payload', async () => {
    const adds = Array.from({ length: 20 }, (_, at) => jobs.add(store.db, sayJob, { word: `${at}` }, { key: 'only' }));
    await Promise.all(adds);
    await jobs.add(store.db, sayJob, { word: 'last' }, { key: 'only' });
    await runJobsNow(shop(), [sayJob]);
    expect(ran.map(({ word }) => word)).toEqual(['last']);
  });

  it('keeps the first payload under unsafe_dedupe', async () => {
    await jobs.add(store.db, sayJob, { word: 'first' }, { key: 'only', keyMode: 'unsafe_dedupe' });
    await jobs.add(store.db, sayJob, { word: 'second' }, { key: 'only', keyMode: 'unsafe_dedupe' });
    await runJobsNow(shop(), [sayJob]);
    expect(ran.map(({ word }) => word)).toEqual(['first']);
  });

  it('refuses invalid names and schedules', () => {
    const schema = z.object({ word: z.string() });
    expect(() => defineJob({ name: 'Two Words', schema, run: async () => {} })).toThrow(TypeError);
    expect(() => defineJob({ name: 'fine', schema, every: '* * * * *', run: async () => {} })).toThrow(/must accept/);
  });
});

describe('running', () => {
  it('waits for its time by the clock of the shop', async () => {
    const later = new Date(Date.now() + 30 * 60_000);
    await jobs.add(store.db, sayJob, { word: 'later' }, { runAt: later });
    expect((await runJobsNow(shop(), [sayJob])).done).toEqual([]);
    expect(await readJobStatistics(store.db)).toMatchObject({ due: 0, scheduled: 1 });
    now = () => new Date(later.getTime() + 1000);
    expect((await runJobsNow(shop(), [sayJob])).done).toEqual(['test:say']);
  });

  it('runs jobs that jobs add', async () => {
    const chain = defineJob({
      name: 'test:chain',
      schema: z.object({ left: z.number() }),
      run: async ({ jobs: queue, db }, { left }): Promise<void> => {
        if (left > 0) await queue.add(db, chain, { left: left - 1 });
      },
    });
    await jobs.add(store.db, chain, { left: 3 });
    expect((await runJobsNow(shop(), [chain])).done).toHaveLength(4);
  });

  it('does not run a payload that its schema refuses', async () => {
    await store.db.execute(sql`select graphile_worker.add_job('test:say', '{"word": 7}')`);
    const { failed } = await runJobsNow(shop(), [sayJob]);
    expect(failed.map(({ name }) => name)).toEqual(['test:say']);
    expect(ran).toEqual([]);
  });

  it('runs a scheduled job with an empty payload', async () => {
    const given: unknown[] = [];
    const tick = defineJob({
      name: 'test:tick',
      schema: z.strictObject({}),
      every: '30 4 * * 1',
      run: async (_shop, payload) => {
        given.push(payload);
      },
    });
    const [item] = createSchedule([sayJob, tick]);
    expect(item).toMatchObject({ task: 'test:tick', options: { jobKey: 'every:test:tick' } });
    const monday = { min: 30, hour: 4, date: 6, month: 7, dow: 1 };
    expect([item?.match(monday), item?.match({ ...monday, dow: 2 })]).toEqual([true, false]);
    await store.db.execute(
      sql`select graphile_worker.add_job('test:tick', '{"_cron": {"ts": "2026-07-06T04:30:00Z"}}')`,
    );
    expect((await runJobsNow(shop(), [tick])).done).toEqual(['test:tick']);
    expect(given).toEqual([{}]);
  });

  it('retries, then lists permanently failed jobs, and logs no personal data', async () => {
    await jobs.add(store.db, failJob, { email: 'ida@example.org' });
    const worker = await work([failJob]);
    await expect.poll(() => logged.join('')).toContain('will be retried');
    expect(await listFailedJobs(store.db)).toEqual([]);
    await store.db.execute(
      sql`select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), now())`,
    );
    await expect.poll(() => listFailedJobs(store.db)).toHaveLength(1);
    await worker.stop();
    const [failed] = await listFailedJobs(store.db);
    expect(failed).toMatchObject({ name: 'test:fail', attempts: 2, error: 'no way to reach ida@example.org' });
    expect(failed?.failedAt).toBeInstanceOf(Date);
    expect(await readJobStatistics(store.db)).toEqual({
      due: 0,
      scheduled: 0,
      running: 0,
      failed: 1,
      oldestDueSeconds: 0,
    });
    expect(logged.join('')).toContain('failed for good');
    expect(logged.join('')).toContain('ENOWAY');
    expect(logged.join('')).not.toContain('ida@example.org');
  });

  it('starts soon after the commit', async () => {
    await work([sayJob]);
    await jobs.add(store.db, sayJob, { word: 'warm' });
    await expect.poll(() => ran.length, { interval: 5 }).toBe(1);
    const waits: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      const before = performance.now();
      await inTransaction(store.db, (tx) => jobs.add(tx, sayJob, { word: `${round}` }));
      await expect.poll(() => ran.length, { interval: 20 }).toBe(round + 2);
      waits.push(performance.now() - before);
    }
    // A worker that only polled would take 2 s each time.
    expect(Math.min(...waits)).toBeLessThan(1_500);
  });

  it('runs slow jobs one at a time without blocking others', async () => {
    let end = () => {};
    let together = 0;
    let most = 0;
    const slow = defineJob({
      name: 'test:slow',
      slow: true,
      run: async () => {
        most = Math.max(most, ++together);
        await new Promise<void>((resolve) => {
          end = resolve;
        });
        together -= 1;
      },
    });
    for (let at = 0; at < 3; at += 1) await jobs.add(store.db, slow, {});
    await work([slow, sayJob], { concurrency: 1 });
    await expect.poll(() => together).toBe(1);
    await jobs.add(store.db, sayJob, { word: 'quick' });
    await expect.poll(() => ran.length).toBe(1);
    const finished = async () => {
      end();
      return readJobStatistics(store.db);
    };
    await expect.poll(finished).toMatchObject({ due: 0, running: 0 });
    expect(most).toBe(1);
  });

  it('continues after several results could not be recorded', async () => {
    const late = defineJob({
      name: 'test:late',
      schema: z.object({ after: z.int() }),
      run: async (_shop, { after }) => {
        await sleep(after);
        throw new Error('it did not work out');
      },
    });
    await store.db.execute(sql`
      create function refuse_results() returns trigger language plpgsql as $$ begin raise exception 'not now'; end $$`);
    await store.db.execute(sql`
      create trigger refuse_results before update on graphile_worker._private_jobs
      for each row when (new.last_error is not null) execute function refuse_results()`);
    for (const after of [200, 300, 400, 500]) await jobs.add(store.db, late, { after });
    await work([late, sayJob], { stopWithin: 100 });
    await expect.poll(() => logged.filter((line) => line.includes('could not be recorded')).length).toBeGreaterThan(1);
    await store.db.execute(sql`drop function refuse_results() cascade`);
    await jobs.add(store.db, sayJob, { word: 'afterwards' });
    await expect.poll(() => ran.map(({ word }) => word)).toEqual(['afterwards']);
  });

  it('refuses two jobs of one name', async () => {
    await expect(startWorker(shop(), [sayJob, sayJob])).rejects.toThrow(/Two jobs/);
  });
});

describe('stopping', () => {
  it('waits for a running job', async () => {
    const started = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    let ended = false;
    const slow = defineJob({
      name: 'test:slow',
      run: async () => {
        started.resolve();
        await end.promise;
        ended = true;
      },
    });
    await jobs.add(store.db, slow, {});
    const worker = await work([slow]);
    await started.promise;
    const stopped = worker.stop();
    end.resolve();
    await stopped;
    expect(ended).toBe(true);
    await jobs.add(store.db, slow, {});
    expect(await readJobStatistics(store.db)).toMatchObject({ due: 1, running: 0, failed: 0 });
  });

  it('releases a job that does not end in time', async () => {
    const endless = defineJob({ name: 'test:endless', run: () => new Promise<void>(() => {}) });
    await jobs.add(store.db, endless, {});
    const worker = await work([endless], { stopWithin: 50 });
    await expect.poll(() => readJobStatistics(store.db)).toMatchObject({ running: 1 });
    await worker.stop();
    expect(await readJobStatistics(store.db)).toMatchObject({ scheduled: 1, running: 0, failed: 0 });
  });
});
