import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openDatabase } from '#platform/database/database.ts';
import { findRunningDatabase } from '#platform/database/embedded/lock.ts';
import { isAlive } from '#platform/database/embedded/processes.ts';
import { silentLog } from '#platform/database/log.ts';
import { useDatabase } from './database.ts';
import { type Started, startBuilt, temporaryFolder } from './process.ts';
import { freePort, serverPidOf } from './shop-process.ts';

// Whole processes are started here, and the machine may be busy.
vi.setConfig({ testTimeout: 90_000 });

const store = useDatabase();
/** No process has this id. */
const noServer = 2 ** 31 - 1;
const within = { timeout: 30_000, interval: 20 };

interface Opened extends Started {
  readonly url: string;
  readonly pid: number;
  readonly env: Readonly<Record<string, string>>;
  serverPid(): number;
}

async function openShop(settings: Readonly<Record<string, string>>, detached = false): Promise<Opened> {
  const port = await freePort();
  const env = {
    ...{ MODE: 'live', HOST: '127.0.0.1', PORT: String(port), PUBLIC_URL: 'https://shop.example' },
    ...{ SECRET: randomBytes(32).toString('hex'), MAIL_URL: 'smtp://127.0.0.1:1', LOG_LEVEL: 'error', ...settings },
  };
  const started = startBuilt('server', [], env, { detached });
  const opened = { ...started, url: `http://127.0.0.1:${port}`, pid: started.process.pid ?? 0, env };
  await untilReady(opened);
  return { ...opened, serverPid: () => serverPidOf(opened.pid) ?? noServer };
}

/** On the test's own database: nothing has to be made first. */
const onStore = (settings = {}) => ({ DATABASE_URL: store.connectionString, DATA_DIR: temporaryFolder(), ...settings });

const isReady = (url: string) =>
  fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
const untilReady = ({ url }: { url: string }) => expect.poll(() => isReady(url), within).toBe(true);

/** Resolves once another process answers. */
async function untilStartedAgain(shop: Opened, before: number): Promise<void> {
  await expect.poll(shop.serverPid, within).not.toBeOneOf([before, noServer]);
  await untilReady(shop);
}

/** A page that waits for the database until `release`. */
async function slowPage({ url }: Opened): Promise<{ answer: Promise<Response>; release(): Promise<void> }> {
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

/** Loaded before the shop's own modules: lets signals do what a fault in its code would do. */
function faults(): { NODE_OPTIONS: string; broken: string } {
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
  it('that is killed is started again on the database as it is, with all that was committed', async () => {
    const DATA_DIR = temporaryFolder();
    const shop = await openShop({ DATA_DIR });
    const running = findRunningDatabase(DATA_DIR);
    const database = openDatabase({ ...running, max: 1, log: silentLog });
    onTestFinished(() => database.close());
    await database.pool.query('create table kept as select 1 as n');
    const postmaster = () => readFileSync(join(DATA_DIR, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0];
    const [server, postgres] = [shop.serverPid(), postmaster()];
    const killedAt = performance.now();
    process.kill(server, 'SIGKILL');
    await untilStartedAgain(shop, server);
    // A second on a machine that has nothing else to do.
    expect(performance.now() - killedAt).toBeLessThan(10_000);
    expect(postmaster()).toBe(postgres);
    expect((await database.pool.query('select n from kept')).rows).toEqual([{ n: 1 }]);
    expect(shop.process.exitCode).toBeNull();
    expect(shop.errors()).toContain('the shop ended unexpectedly and is started again');
    await database.close();
    shop.process.kill('SIGTERM');
    expect((await shop.ended).code).toBe(0);
    expect(isAlive(Number(postgres))).toBe(false);
  });

  it('says what nobody caught, lets open requests end, and is started again', async () => {
    const { NODE_OPTIONS } = faults();
    const shop = await openShop(onStore({ NODE_OPTIONS }));
    const server = shop.serverPid();
    const { answer, release } = await slowPage(shop);
    process.kill(server, 'SIGUSR2');
    await expect.poll(() => isReady(shop.url), within).toBe(false);
    await release();
    expect((await answer).status).toBe(200);
    await untilStartedAgain(shop, server);
    const line = shop
      .errors()
      .split('\n')
      .find((one) => one.includes('thrown in a timer'));
    expect(JSON.parse(line ?? '')).toMatchObject({ level: 60, err: { stack: expect.stringContaining('faults.mjs') } });
  });

  it('goes on when a promise is rejected and nobody handles it', async () => {
    const { NODE_OPTIONS } = faults();
    const shop = await openShop(onStore({ NODE_OPTIONS }));
    const server = shop.serverPid();
    process.kill(server, 'SIGCONT');
    await expect.poll(shop.errors, within).toContain('rejected and forgotten');
    expect(await isReady(shop.url)).toBe(true);
    expect(shop.serverPid()).toBe(server);
  });

  it('that can not open any more is tried again until it can', async () => {
    const { NODE_OPTIONS, broken } = faults();
    const shop = await openShop(onStore({ NODE_OPTIONS }));
    const server = shop.serverPid();
    writeFileSync(broken, '');
    process.kill(server, 'SIGKILL');
    const ends = () => shop.errors().split('the shop ended unexpectedly').length - 1;
    await expect.poll(ends, within).toBeGreaterThanOrEqual(3);
    rmSync(broken);
    await untilStartedAgain(shop, server);
  });

  it('that can not open at first is not started again', async () => {
    const shop = await openShop(onStore());
    const second = startBuilt('server', [], { ...shop.env, DATA_DIR: temporaryFolder() });
    const { code, errors } = await second.ended;
    expect(code).toBe(1);
    expect(errors.split("Vitrine can't open.")).toHaveLength(2);
    expect(errors).not.toContain('started again');
  });

  it('goes on when its output can not be written any more', async () => {
    const shop = await openShop(onStore({ LOG_LEVEL: 'info' }));
    const server = shop.serverPid();
    shop.process.stdout?.destroy();
    shop.process.stderr?.destroy();
    for (let count = 0; count < 5; count += 1) expect((await fetch(`${shop.url}/healthz`)).status).toBe(200);
    expect(shop.serverPid()).toBe(server);
  });
});

describe('the supervisor', () => {
  it('that is killed takes the shop along, so that the next one can open at the same port', async () => {
    const shop = await openShop({ DATA_DIR: temporaryFolder() });
    const server = shop.serverPid();
    shop.process.kill('SIGKILL');
    await expect.poll(() => isAlive(server), { timeout: 5_000 }).toBe(false);
    const next = startBuilt('server', [], shop.env);
    await expect.poll(next.output, within).toContain('is open');
    expect(await isReady(shop.url)).toBe(true);
    next.process.kill('SIGTERM');
    expect((await next.ended).code).toBe(0);
  });

  it.each(['SIGTERM', 'SIGHUP'] as const)('lets open requests end at %s, then ends with 0', async (signal) => {
    const shop = await openShop(onStore());
    const server = shop.serverPid();
    const { answer, release } = await slowPage(shop);
    shop.process.kill(signal);
    await expect.poll(() => isReady(shop.url), within).toBe(false);
    expect(shop.process.exitCode).toBeNull();
    await release();
    expect((await answer).status).toBe(200);
    expect((await shop.ended).code).toBe(0);
    expect(isAlive(server)).toBe(false);
  });

  it('closes in order at Ctrl+C, which a terminal sends to both processes and npm once more', async () => {
    const shop = await openShop(onStore(), true);
    const { answer, release } = await slowPage(shop);
    process.kill(-shop.pid, 'SIGINT');
    await sleep(50);
    shop.process.kill('SIGINT');
    await expect.poll(() => isReady(shop.url), within).toBe(false);
    await release();
    expect((await answer).status).toBe(200);
    expect((await shop.ended).code).toBe(0);
  });

  it('ends at once at a second signal', async () => {
    const shop = await openShop(onStore());
    const server = shop.serverPid();
    const { answer } = await slowPage(shop);
    shop.process.kill('SIGTERM');
    await expect.poll(() => isReady(shop.url), within).toBe(false);
    // A signal within half a second counts as the first one.
    await sleep(600);
    shop.process.kill('SIGTERM');
    expect((await shop.ended).code).toBe(143);
    await expect(answer).rejects.toThrow();
    expect(isAlive(server)).toBe(false);
  });

  it('ends with 1 and a clear word when the database is lost for good', async () => {
    const DATA_DIR = temporaryFolder();
    const shop = await openShop({ DATA_DIR });
    const server = shop.serverPid();
    const file = join(DATA_DIR, 'postgres', 'postgresql.conf');
    writeFileSync(file, `${readFileSync(file, 'utf8')}\nwork_mem = 'much'\n`);
    process.kill(Number(readFileSync(join(DATA_DIR, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL');
    const { code, errors } = await shop.ended;
    expect(code).toBe(1);
    expect(errors).toContain('work_mem');
    expect(isAlive(server)).toBe(false);
  });
});
