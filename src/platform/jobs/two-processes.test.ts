import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Shop } from '#platform/features/shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { createJobs, defineJob } from './jobs.ts';
import { readJobStatistics } from './statistics.ts';
import { startWorker, type Worker } from './worker.ts';

const store = useDatabase();
const jobs = createJobs();
const workers: Worker[] = [];
const children: ChildProcess[] = [];

const shop = () => ({ database: store.database, db: store.db, log: pino({ level: 'silent' }) }) as unknown as Shop;

const count = defineJob({
  name: 'test:count',
  schema: z.object({ number: z.number() }),
  run: async ({ db }, { number }) => {
    await db.execute(sql`insert into counted values (${number}, ${process.pid})`);
  },
});

/** Another process that works on the same database. `test:hang` prints a line and never ends. */
async function spawnWorker(): Promise<ChildProcess> {
  const program = `
    import { z } from 'zod';
    import { sql } from 'drizzle-orm';
    import { openDatabase } from '#platform/database/database.ts';
    import { silentLog } from '#platform/database/log.ts';
    import { defineJob } from '#platform/jobs/jobs.ts';
    import { startWorker } from '#platform/jobs/worker.ts';
    const database = openDatabase({ connectionString: ${JSON.stringify(store.connectionString)}, log: silentLog });
    const log = { ...silentLog, trace() {} };
    await startWorker({ database, db: database.db, log }, [
      defineJob({ name: 'test:hang', run: () => { console.log('hanging'); return new Promise(() => {}); } }),
      defineJob({ name: 'test:count', schema: z.object({ number: z.number() }), run: async ({ db }, { number }) => {
        await db.execute(sql\`insert into counted values (\${number}, \${process.pid})\`);
      } }),
    ]);
    console.log('working');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  await waitForOutput(child, 'working');
  return child;
}

async function waitForOutput(child: ChildProcess, word: string): Promise<void> {
  let output = '';
  const { stdout } = child;
  if (!stdout) throw new Error('the process has no output');
  for await (const [chunk] of readChunks(stdout)) {
    output += String(chunk);
    if (output.includes(word)) return;
  }
}

async function* readChunks(stream: NonNullable<ChildProcess['stdout']>): AsyncGenerator<unknown[]> {
  while (stream.readable) yield await once(stream, 'data');
}

async function work(checkEvery?: number): Promise<void> {
  const hang = defineJob({ name: 'test:hang', run: async () => {} });
  workers.push(await startWorker(shop(), [count, hang], { checkEvery }));
}

beforeAll(async () => {
  await store.db.execute(sql`create table counted (number int, process int)`);
});
beforeEach(async () => {
  await store.db.execute(sql`truncate counted`);
  await store.db.execute(sql`delete from graphile_worker._private_jobs`);
});
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  for (const child of children.splice(0)) {
    if (child.exitCode === null && child.signalCode === null && child.kill('SIGKILL')) await once(child, 'exit');
  }
});

describe('two processes on one database', () => {
  it('share the jobs, and each job runs once', async () => {
    await spawnWorker();
    await work();
    await Promise.all(Array.from({ length: 200 }, (_, number) => jobs.add(store.db, count, { number })));
    await expect.poll(() => readJobStatistics(store.db)).toMatchObject({ due: 0, running: 0 });
    const { rows } = await store.db.execute(
      sql`select count(*), count(distinct number) as numbers, count(distinct process) as processes from counted`,
    );
    expect(rows).toEqual([{ count: 200, numbers: 200, processes: 2 }]);
  });

  it('release the jobs of a killed process', async () => {
    const child = await spawnWorker();
    const hanging = waitForOutput(child, 'hanging');
    await store.db.execute(sql`select graphile_worker.add_job('test:hang')`);
    await hanging;
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await readJobStatistics(store.db)).toMatchObject({ running: 1 });
    await work(100);
    const settled = { due: 0, scheduled: 0, running: 0, failed: 0 };
    await expect.poll(() => readJobStatistics(store.db)).toMatchObject(settled);
  });

  it('remove the job of a killed process that another one with its key has replaced', async () => {
    const child = await spawnWorker();
    const hanging = waitForOutput(child, 'hanging');
    const add = (runAt: Date) =>
      store.db.execute(
        sql`select graphile_worker.add_job('test:hang', job_key := 'hang', run_at := ${runAt.toISOString()}::timestamptz)`,
      );
    await add(new Date());
    await hanging;
    await add(new Date(Date.now() + 3_600_000));
    child.kill('SIGKILL');
    await once(child, 'exit');
    await work(100);
    const settled = { due: 0, scheduled: 1, running: 0, failed: 0 };
    await expect.poll(() => readJobStatistics(store.db)).toMatchObject(settled);
  });

  it('keep the jobs of a running process', async () => {
    const child = await spawnWorker();
    const hanging = waitForOutput(child, 'hanging');
    await store.db.execute(sql`select graphile_worker.add_job('test:hang')`);
    await hanging;
    await work(20);
    await jobs.add(store.db, count, { number: 1 }, { runAt: new Date(Date.now() + 300) });
    const onlyHanging = { scheduled: 0, due: 0, running: 1 };
    await expect.poll(() => readJobStatistics(store.db)).toMatchObject(onlyHanging);
  });

  it('continue after the database dropped every connection', async () => {
    await work(100);
    await store.db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`);
    await jobs.add(store.db, count, { number: 1 });
    await expect.poll(() => readJobStatistics(store.db)).toMatchObject({ due: 0, running: 0 });
  });
});
