import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { line, number } from '#platform/forms/kinds.ts';
import { createJobs } from '#platform/jobs/jobs.ts';
import { createSystemActor } from '#platform/sessions/actor.ts';
import { useDatabase } from '#tests/support/database.ts';
import type { BulkAction } from './bulk-action.ts';
import { enqueueRun } from './run-jobs.ts';
import { findRun } from './run-rows.ts';
import { beginRun, startRun } from './start-run.ts';

const { db, pool, connectionString } = useDatabase();
const total = 300;
const fields = {
  fields: () => ({ degrees: number({ label: 'Degrees', required: true }) }),
  perRow: () => ({ cone: line({ label: 'Cone', max: 20 }) }),
};
const common = { subject: 'kiln', requires: 'kilns.write' };
const actions = {
  'kilns.fire': { ...common, name: 'kilns.fire', fields: fields.fields },
  'kilns.fire-each': { ...common, name: 'kilns.fire-each', ...fields },
};
const shop = {
  ...{ db, jobs: createJobs(), clock: { now: () => new Date() }, t: () => '' },
  bulkActions: new Map(Object.entries(actions)),
} as unknown as Shop;

/** A process of the shop that runs jobs. Each kiln is fired by a statement that can't be repeated unseen. */
const program = `
  import { sql } from 'drizzle-orm';
  import { z } from 'zod';
  import { openDatabase } from '#platform/database/database.ts';
  import { silentLog } from '#platform/database/log.ts';
  import { createJobs } from '#platform/jobs/jobs.ts';
  import { startWorker } from '#platform/jobs/worker.ts';
  import { continueRunJob } from '#platform/admin/runs/run-jobs.ts';
  const database = openDatabase({ connectionString: process.argv[1], log: silentLog });
  // The kinds of fields are components, which this process can't load: it needs the types of stored values only.
  const asks = (json) => ({ label: '', kind: { name: 'any', json: () => json } });
  const fire = {
    name: 'kilns.fire', subject: 'kiln', requires: 'kilns.write',
    fields: () => ({ degrees: asks(z.number()) }),
    run: async (shop, tx, id, { degrees, cone = null }) => {
      await tx.execute(sql\`insert into firings (kiln, process, degrees, cone) values (\${id}, \${process.pid}, \${degrees}, \${cone})\`);
      await tx.execute(sql\`select pg_sleep(\${cone === null ? 0.004 : 0.02})\`);
      return { ok: true, change: { label: String(id), before: { fired: false }, after: { fired: true } } };
    },
  };
  const shop = {
    database, db: database.db, jobs: createJobs(), clock: { now: () => new Date() }, log: { ...silentLog, trace() {} },
    bulkActions: new Map([
      ['kilns.fire', fire],
      ['kilns.fire-each', { ...fire, name: 'kilns.fire-each', perRow: () => ({ cone: asks(z.string()) }) }],
    ]),
    implementations: () => [],
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
  await pool.query('create table firings (kiln int not null, process int not null, degrees int not null, cone text)');
});
afterEach(() => Promise.all(children.splice(0).map(kill)));

async function countFirings(degrees = 900): Promise<number> {
  const { rows } = await pool.query('select count(*)::int from firings where degrees = $1', [degrees]);
  return rows[0]?.count ?? 0;
}

it('a run whose process is killed again and again does no row twice and loses none', { timeout: 300_000 }, async () => {
  const query = sql`select id from generate_series(1, ${total}) id`;
  const subjects = { query, confirmed: total };
  const input = { all: { degrees: 900 } };
  const started = await startRun(shop, createSystemActor('job'), { action: 'kilns.fire', input, subjects });
  if (!started.ok) throw new Error(started.code);
  for (let killed = 0; killed < 4; killed += 1) {
    const child = startProcess();
    const before = await countFirings();
    await expect.poll(() => countFirings(), { timeout: 90_000, interval: 20 }).toBeGreaterThan(before);
    await sleep(Math.random() * 100);
    await kill(child);
  }
  const left = total - (await countFirings());
  expect(left).toBeGreaterThan(0);
  // Two processes at once share the rest.
  startProcess();
  startProcess();
  const readState = async () => (await findRun(db, started.run.id))?.state;
  await expect.poll(readState, { timeout: 90_000 }).toBe('done');
  expect(await findRun(db, started.run.id)).toMatchObject({ total, done: total, failed: 0, skipped: 0 });
  const { rows } = await pool.query(
    `select (select count(*)::int from firings) as fired, (select count(distinct kiln)::int from firings) as kilns,
      (select count(distinct process)::int from firings) > 4 as "byMany",
      (select array_agg(distinct degrees) from firings) as degrees,
      (select count(*)::int from platform.audit_entries where action = 'kilns.fire') as recorded,
      (select count(*)::int from platform.run_rows where state = 'done') as marked`,
  );
  expect(rows).toEqual([{ fired: total, kilns: total, byMany: true, degrees: [900], recorded: total, marked: total }]);
});

it('a run that was asked for something in each row keeps it when its process is killed', {
  timeout: 200_000,
}, async () => {
  const ids = Array.from({ length: 100 }, (_each, index) => index + 1);
  const input = { all: { degrees: 800 }, rows: Object.fromEntries(ids.map((id) => [id, { cone: `cone ${id}` }])) };
  const [action, actor] = [actions['kilns.fire-each'] as unknown as BulkAction, createSystemActor('job')];
  const runId = await inTransaction(db, (tx) => beginRun(shop, tx, actor, { action, input, undoes: null }, ids));
  await enqueueRun(shop, db, runId);
  const child = startProcess();
  await expect.poll(() => countFirings(800), { timeout: 90_000, interval: 20 }).toBeGreaterThan(5);
  await kill(child);
  expect(await countFirings(800)).toBeLessThan(100);
  startProcess();
  await expect.poll(async () => (await findRun(db, runId))?.state, { timeout: 90_000 }).toBe('done');
  const { rows } = await pool.query(
    `select count(*)::int as fired, count(distinct kiln)::int as kilns, count(distinct process)::int as processes,
      bool_and(cone = 'cone ' || kiln) as "keptInput" from firings where degrees = 800`,
  );
  expect(rows).toEqual([{ fired: 100, kilns: 100, processes: 2, keptInput: true }]);
});
