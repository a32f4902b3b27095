import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterEach, beforeAll, expect, it } from 'vitest';
import type { Shop } from '#platform/features/shop.ts';
import { createJobs } from '#platform/jobs/jobs.ts';
import { createSystemActor } from '#platform/sessions/actor.ts';
import { useDatabase } from '#tests/support/database.ts';
import { findRun } from './run-rows.ts';
import { startRun } from './start-run.ts';

const { db, pool, connectionString } = useDatabase();
const total = 300;
const actions = { 'kilns.fire': { name: 'kilns.fire', subject: 'kiln', requires: 'kilns.write' } };
const shop = {
  ...{ db, jobs: createJobs(), clock: { now: () => new Date() } },
  bulkActions: new Map(Object.entries(actions)),
} as unknown as Shop;

/** A process of the shop that runs jobs. Each kiln is fired by a statement that can't be repeated unseen. */
const program = `
  import { sql } from 'drizzle-orm';
  import { openDatabase } from '#platform/database/database.ts';
  import { silentLog } from '#platform/database/log.ts';
  import { createJobs } from '#platform/jobs/jobs.ts';
  import { startWorker } from '#platform/jobs/worker.ts';
  import { continueRunJob } from '#platform/admin/runs/run-jobs.ts';
  const database = openDatabase({ connectionString: process.argv[1], log: silentLog });
  const fire = {
    name: 'kilns.fire', subject: 'kiln', requires: 'kilns.write',
    run: async (shop, tx, id) => {
      await tx.execute(sql\`insert into firings (kiln, process) values (\${id}, \${process.pid})\`);
      await tx.execute(sql\`select pg_sleep(0.004)\`);
      return { ok: true, change: { label: String(id), before: { fired: false }, after: { fired: true } } };
    },
  };
  const shop = {
    database, db: database.db, jobs: createJobs(), clock: { now: () => new Date() }, log: { ...silentLog, trace() {} },
    bulkActions: new Map([['kilns.fire', fire]]), implementations: () => [],
  };
  await startWorker(shop, [continueRunJob], { checkEvery: 50 });`;

const children: ChildProcess[] = [];

function startProcess(): ChildProcess {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, connectionString], { stdio: 'inherit' });
  children.push(child);
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null && child.kill('SIGKILL')) await once(child, 'exit');
}

beforeAll(async () => {
  await pool.query('create table firings (kiln int not null, process int not null)');
});
afterEach(() => Promise.all(children.splice(0).map(kill)));

const countFirings = async () =>
  (await pool.query<{ count: number }>('select count(*)::int from firings')).rows[0]?.count ?? 0;

it('a run whose process is killed again and again does no row twice and loses none', { timeout: 90_000 }, async () => {
  const query = sql`select id from generate_series(1, ${total}) id`;
  const subjects = { query, confirmed: total };
  const started = await startRun(shop, createSystemActor('job'), { action: 'kilns.fire', subjects });
  if (!started.ok) throw new Error(started.code);
  for (let killed = 0; killed < 4; killed += 1) {
    const child = startProcess();
    const before = await countFirings();
    await expect.poll(countFirings, { timeout: 30_000, interval: 5 }).toBeGreaterThan(before);
    await sleep(Math.random() * 100);
    await kill(child);
  }
  const left = total - (await countFirings());
  expect(left).toBeGreaterThan(0);
  // Two processes at once share the rest.
  startProcess();
  startProcess();
  const readState = async () => (await findRun(db, started.run.id))?.state;
  await expect.poll(readState, { timeout: 30_000 }).toBe('done');
  expect(await findRun(db, started.run.id)).toMatchObject({ total, done: total, failed: 0, skipped: 0 });
  const { rows } = await pool.query(
    `select (select count(*)::int from firings) as fired, (select count(distinct kiln)::int from firings) as kilns,
      (select count(distinct process)::int from firings) > 4 as "byMany",
      (select count(*)::int from platform.audit_entries where action = 'kilns.fire') as recorded,
      (select count(*)::int from platform.run_rows where state = 'done') as marked`,
  );
  expect(rows).toEqual([{ fired: total, kilns: total, byMany: true, recorded: total, marked: total }]);
});
