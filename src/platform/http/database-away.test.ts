import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { listMigrationSets } from '#app/app.ts';
import { assembleFeatures } from '#app/assembly.ts';
import { type Database, openDatabase } from '#platform/database/database.ts';
import { migrate } from '#platform/database/migrate.ts';
import type { Feature } from '#platform/features/feature.ts';
import { createJobs, defineJob } from '#platform/jobs/jobs.ts';
import { migrateJobs, startWorker, type Worker } from '#platform/jobs/worker.ts';
import { shopConfig } from '#shop.config';
import { startTestCluster, type TestCluster } from '#tests/support/database.ts';
import { type SmallShop, smallShop } from '#tests/support/small-shop.ts';
import { makeTemporaryFolder } from '#tests/support/temporary-folder.ts';

const dataDir = makeTemporaryFolder();
const logged: string[] = [];
const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) });
const within = { interval: 50 };
let cluster: TestCluster;
let database: Database;
let trial: SmallShop;
let worker: Worker;

const countJob = defineJob({
  name: 'trial:count',
  run: ({ db }) => db.execute(sql`update numbers set value = value + 1 where id = 3`).then(() => {}),
});

const readNumber = async (db: Database['db'], id: number) =>
  (await db.execute<{ value: number }>(sql`select value from numbers where id = ${id}`)).rows[0]?.value;

const feature: Omit<Feature, 'name' | 'needs'> = {
  pages: [
    {
      name: 'number',
      path: '/number/:id',
      async load(shop, _context, { id = '' }) {
        return { kind: 'page', title: 'A number', body: `value ${await readNumber(shop.db, Number(id))}`, tags: [] };
      },
    },
  ],
  routes: (http, shop) => {
    http.post('/write', async () => {
      await shop.db.transaction((tx) => tx.execute(sql`update numbers set value = value + 1 where id = 2`));
      return { ok: true };
    });
  },
};

beforeAll(async () => {
  cluster = await startTestCluster({ dataDir });
  database = openDatabase({ connectionString: cluster.embedded.connectionString, max: 5, log });
  await migrate(database, listMigrationSets(assembleFeatures(shopConfig)));
  await database.db.execute(sql`create table numbers (id integer primary key, value integer not null)`);
  await database.db.execute(sql`insert into numbers values (1, 10), (2, 20), (3, 0)`);
  await migrateJobs(database);
  trial = await smallShop(database, { feature, log });
  worker = await startWorker(trial.shop, [countJob]);
});

afterAll(async () => {
  await worker.stop();
  await trial.http.close();
  await database.close();
  await cluster.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Signals PostgreSQL and all of its processes. */
function signalDatabase(signal: NodeJS.Signals): void {
  const { pid } = cluster.embedded;
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
  for (const each of [pid, ...children.trim().split(/\s+/).map(Number)]) {
    try {
      process.kill(each, signal);
    } catch (error) {
      // A child may have ended since it was listed.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

/** Milliseconds after which a request counts as hanging. */
const patience = 25_000;
const send = (path: string, init: RequestInit) =>
  fetch(trial.url + path, { ...init, signal: AbortSignal.timeout(patience) });
const get = (path: string) => send(path, { headers: { accept: 'text/html' } });
const write = () => send('/write', { method: 'POST', headers: { accept: 'application/json' } });
const readReadiness = async () => {
  const reply = await send('/readyz', {});
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
};
const countLines = (part: string) => logged.filter((line) => line.includes(part)).length;

/** What shoppers and operators see while the database is away. */
async function expectUnavailable(): Promise<void> {
  const replies = await Promise.all([...Array.from({ length: 12 }, write), get('/number/8'), get('/number/9')]);
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 503));
  expect(replies.map(({ headers }) => headers.get('retry-after'))).toEqual(replies.map(() => '5'));
  expect(await replies[0]?.json()).toMatchObject({ code: 'database_unavailable', data: { status: 503 } });
  expect(await replies.at(-1)?.text()).toContain('<h1>503</h1>');
  expect(database.availability.isAway).toBe(true);
  const before = performance.now();
  for (let index = 0; index < 20; index += 1) expect((await write()).status).toBe(503);
  expect(performance.now() - before, 'milliseconds of twenty, which wait for nothing').toBeLessThan(4_000);
  for (const kept of ['/number/1', '/number/1', '/number/1?utm_source=x']) {
    const reply = await get(kept);
    expect([reply.status, await reply.text()], kept).toEqual([200, expect.stringContaining('value 10')]);
  }
  const { status, body } = await readReadiness();
  expect([status, body]).toMatchObject([503, { status: 'not ready', database: 'unreachable', storage: 'ok' }]);
  expect(countLines('the database does not answer')).toBe(1);
  expect([countLines('a request failed'), countLines('"level":60')]).toEqual([0, 0]);
}

async function expectRecovered(): Promise<void> {
  await expect.poll(async () => (await write()).status, within).toBe(200);
  await expect.poll(async () => (await readReadiness()).status, within).toBe(200);
  expect((await get('/number/2')).status).toBe(200);
  const counted = (await readNumber(database.db, 3)) ?? 0;
  await createJobs().add(database.db, countJob, {});
  await expect.poll(() => readNumber(database.db, 3), within).toBe(counted + 1);
  expect(countLines('the database answers again')).toBe(1);
}

describe('a shop whose database', () => {
  it('hangs answers 503 in a bounded time, shows kept pages, and goes on by itself (F3) [E10]', async () => {
    expect((await get('/number/1')).status).toBe(200);
    logged.length = 0;
    signalDatabase('SIGSTOP');
    // Also after a time-out, which runs no `finally`: PostgreSQL can't end while it is stopped.
    onTestFinished(() => signalDatabase('SIGCONT'));
    const before = performance.now();
    await expectUnavailable();
    // Two seconds until it is suspected, two attempts of one and a half; and a machine that is busy.
    expect(performance.now() - before).toBeLessThan(20_000);
    signalDatabase('SIGCONT');
    await expectRecovered();
  });

  it('is stopped does so too, and shows no old page once it is back (F3) [E10]', async () => {
    await expect.poll(async () => (await get('/number/1')).text(), within).toContain('value 10');
    logged.length = 0;
    await cluster.embedded.stop();
    await expectUnavailable();
    const { connectionString } = cluster.embedded;
    cluster = await startTestCluster({ dataDir });
    expect(cluster.embedded.connectionString).toBe(connectionString);
    await cluster.database.db.execute(sql`update numbers set value = 11 where id = 1`);
    await expectRecovered();
    await expect.poll(async () => (await get('/number/1')).text(), within).toContain('value 11');
  });
});
