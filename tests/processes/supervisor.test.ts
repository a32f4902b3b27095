import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '#platform/database/database.ts';
import { findRunningDatabase } from '#platform/database/embedded/lock.ts';
import { isAlive } from '#platform/database/embedded/processes.ts';
import { silentLog } from '#platform/database/log.ts';
import { useDatabase } from '#tests/support/database.ts';
import { findFreePort } from '#tests/support/free-port.ts';
import { findServerPid } from '#tests/support/shop-process.ts';
import { type StartedProgram, startBuilt, temporaryFolder } from './start-built.ts';

const store = useDatabase();
/** No process has this id. */
const noServer = 2 ** 31 - 1;
const within = { timeout: 60_000, interval: 20 };

interface OpenShop extends StartedProgram {
  readonly url: string;
  readonly pid: number;
  readonly env: Readonly<Record<string, string>>;
  serverPid(): number;
}

const createShopSettings = (port: number, settings: Readonly<Record<string, string>>) => ({
  ...{ MODE: 'live', HOST: '127.0.0.1', PORT: String(port), PUBLIC_URL: 'https://shop.example' },
  ...{ SECRET: randomBytes(32).toString('hex'), MAIL_URL: 'smtp://127.0.0.1:1', LOG_LEVEL: 'error', ...settings },
});

async function openShop(settings: Readonly<Record<string, string>>, detached = false): Promise<OpenShop> {
  const port = await findFreePort();
  const env = createShopSettings(port, settings);
  const started = startBuilt('server', [], env, { detached });
  const opened = { ...started, url: `http://127.0.0.1:${port}`, pid: started.process.pid ?? 0, env };
  await untilReady(opened);
  return { ...opened, serverPid: () => findServerPid(opened.pid) ?? noServer };
}

/** Settings for the test's migrated database, which opens faster than a new one. */
const createStoreSettings = (settings = {}) => ({
  DATABASE_URL: store.connectionString,
  DATA_DIR: temporaryFolder(),
  ...settings,
});

const isReady = (url: string) =>
  fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
const untilReady = ({ url }: { url: string }) => expect.poll(() => isReady(url), within).toBe(true);

/** Id of the embedded PostgreSQL of a data folder. */
const readPostmaster = (folder: string) =>
  Number(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);

/** Resolves once another process serves the shop. */
async function untilStartedAgain(shop: OpenShop, before: number): Promise<void> {
  await expect.poll(shop.serverPid, within).not.toBeOneOf([before, noServer]);
  await untilReady(shop);
}

/** Requests a page that waits for a table lock until `release`. */
async function requestSlowPage({ url }: OpenShop): Promise<{ answer: Promise<Response>; release(): Promise<void> }> {
  const client = new pg.Client({ connectionString: store.connectionString });
  await client.connect();
  await client.query('begin; lock table products in access exclusive mode');
  let isReleased = false;
  const release = async () => {
    if (!isReleased) await client.end();
    isReleased = true;
  };
  onTestFinished(release);
  const answer = fetch(`${url}/?never-stored=1`);
  answer.catch(() => {});
  const waiting = () =>
    store.pool.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query not like '%pg_stat_activity%'",
    );
  await expect.poll(async () => (await waiting()).rowCount, within).toBeGreaterThan(0);
  return { answer, release };
}

/** Signals the supervisor while a request is open: it is answered, then the shop exits with 0. */
async function endInOrder(shop: OpenShop, signal: NodeJS.Signals): Promise<void> {
  const server = shop.serverPid();
  const { answer, release } = await requestSlowPage(shop);
  shop.process.kill(signal);
  await expect.poll(() => isReady(shop.url), within).toBe(false);
  expect(shop.process.exitCode).toBeNull();
  await release();
  expect((await answer).status).toBe(200);
  expect((await shop.ended).code).toBe(0);
  expect(isAlive(server)).toBe(false);
}

/** Preloads a module that throws on SIGUSR2, rejects on SIGCONT and exits while `broken` exists. */
function createFaults(): { NODE_OPTIONS: string; broken: string } {
  const folder = temporaryFolder();
  const broken = join(folder, 'broken');
  const file = join(folder, 'faults.mjs');
  writeFileSync(
    file,
    `import { existsSync } from 'node:fs';
    if (process.argv[1]?.endsWith('shop-server.js')) {
      if (existsSync(${JSON.stringify(broken)})) process.exit(1);
      process.on('SIGUSR2', () => setTimeout(() => { throw new Error('thrown in a timer'); }));
      process.on('SIGCONT', () => void Promise.reject(new Error('rejected and forgotten')));
    }`,
  );
  return { NODE_OPTIONS: `--import=${file}`, broken };
}

describe("the shop's process", () => {
  it('is restarted after a kill, on the running database with all committed rows; goes when its supervisor is killed; ends with the reason when the database can not be restarted', async () => {
    const DATA_DIR = temporaryFolder();
    const shop = await openShop({ DATA_DIR });
    const running = findRunningDatabase(DATA_DIR);
    const database = openDatabase({ ...running, max: 1, log: silentLog });
    onTestFinished(() => database.close());
    await database.pool.query('create table kept as select 1 as n');
    const [server, postgres] = [shop.serverPid(), readPostmaster(DATA_DIR)];
    const killedAt = performance.now();
    process.kill(server, 'SIGKILL');
    await untilStartedAgain(shop, server);
    // About a second on an idle machine.
    expect(performance.now() - killedAt).toBeLessThan(25_000);
    expect(readPostmaster(DATA_DIR)).toBe(postgres);
    expect((await database.pool.query('select n from kept')).rows).toEqual([{ n: 1 }]);
    expect(shop.process.exitCode).toBeNull();
    expect(shop.errors()).toContain('the shop ended unexpectedly and is started again');
    await database.close();

    // The next one uses the port.
    const left = shop.serverPid();
    shop.process.kill('SIGKILL');
    await expect.poll(() => isAlive(left)).toBe(false);
    const next = startBuilt('server', [], shop.env);
    await expect.poll(next.output, within).toContain('is open');
    expect(await isReady(shop.url)).toBe(true);

    const restarted = findServerPid(next.process.pid ?? 0) ?? noServer;
    const opened = readPostmaster(DATA_DIR);
    const file = join(DATA_DIR, 'postgres', 'postgresql.conf');
    writeFileSync(file, `${readFileSync(file, 'utf8')}\nwork_mem = 'much'\n`);
    process.kill(opened, 'SIGKILL');
    const { code, errors } = await next.ended;
    expect(code).toBe(1);
    expect(errors).toContain('work_mem');
    expect(isAlive(restarted)).toBe(false);
  });

  it('keeps running after an unhandled rejection; after an uncaught error it finishes open requests and is restarted until it can open again; finishes them after SIGTERM, too', async () => {
    const { NODE_OPTIONS, broken } = createFaults();
    const shop = await openShop(createStoreSettings({ NODE_OPTIONS }));
    const server = shop.serverPid();
    process.kill(server, 'SIGCONT');
    await expect.poll(shop.errors, within).toContain('rejected and forgotten');
    expect(await isReady(shop.url)).toBe(true);
    expect(shop.serverPid()).toBe(server);
    const { answer, release } = await requestSlowPage(shop);
    process.kill(server, 'SIGUSR2');
    await expect.poll(() => isReady(shop.url), within).toBe(false);
    await release();
    expect((await answer).status).toBe(200);
    await untilStartedAgain(shop, server);
    const line = shop
      .errors()
      .split('\n')
      .find((entry) => entry.includes('thrown in a timer'));
    expect(JSON.parse(line ?? '')).toMatchObject({ level: 60, err: { stack: expect.stringContaining('faults.mjs') } });

    const restarted = shop.serverPid();
    writeFileSync(broken, '');
    const ends = () => shop.errors().split('the shop ended unexpectedly').length - 1;
    const before = ends();
    process.kill(restarted, 'SIGKILL');
    await expect.poll(ends, within).toBeGreaterThanOrEqual(before + 3);
    rmSync(broken);
    await untilStartedAgain(shop, restarted);
    await endInOrder(shop, 'SIGTERM');
  });

  it('is not restarted when its first start fails, as on a port that is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void taken.close());
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const { code, errors } = await startBuilt('server', [], createShopSettings(port, createStoreSettings())).ended;
    expect(code).toBe(1);
    expect(errors.split("Vitrine can't open.")).toHaveLength(2);
    expect(errors).toContain(`Port ${port} is taken`);
    expect(errors).not.toContain('started again');
  });
});

describe('the supervisor', () => {
  it('keeps running when its output is closed, and finishes open requests after SIGHUP', async () => {
    const shop = await openShop(createStoreSettings({ LOG_LEVEL: 'info' }));
    const server = shop.serverPid();
    shop.process.stdout?.destroy();
    shop.process.stderr?.destroy();
    for (let count = 0; count < 5; count += 1) expect((await fetch(`${shop.url}/healthz`)).status).toBe(200);
    expect(shop.serverPid()).toBe(server);
    await endInOrder(shop, 'SIGHUP');
  });

  it('shuts down in order after Ctrl+C, which the terminal sends to both processes and npm repeats', async () => {
    const shop = await openShop(createStoreSettings(), true);
    const { answer, release } = await requestSlowPage(shop);
    process.kill(-shop.pid, 'SIGINT');
    // A timer may end late on a busy machine; after half a second the signal would count as a second one.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
    shop.process.kill('SIGINT');
    await expect.poll(() => isReady(shop.url), within).toBe(false);
    await release();
    expect((await answer).status).toBe(200);
    expect((await shop.ended).code).toBe(0);
  });

  it('exits at once after a second signal', async () => {
    const shop = await openShop(createStoreSettings());
    const server = shop.serverPid();
    const { answer } = await requestSlowPage(shop);
    shop.process.kill('SIGTERM');
    await expect.poll(() => isReady(shop.url), within).toBe(false);
    // A signal within half a second counts as the first one.
    await sleep(600);
    shop.process.kill('SIGTERM');
    expect((await shop.ended).code).toBe(143);
    await expect(answer).rejects.toThrow();
    expect(isAlive(server)).toBe(false);
  });
});
