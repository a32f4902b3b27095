import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startTestCluster } from '#tests/database.ts';
import type { Database } from '../database.ts';
import type { Log } from '../log.ts';
import { silentLog } from '../log.ts';
import { isAlive, waitForEnd } from './processes.ts';
import { INSERTING, type ShopProcess, STARTING, spawnShop } from './shop-process.ts';

const isRoot = process.getuid?.() === 0;
const temporaryFolder = () => mkdtempSync(join(tmpdir(), 'vitrine-test-'));
/** One folder for all tests but those that empty it: each starts from what the last one left. */
let shared = '';
let dataDir = '';
const shops: ShopProcess[] = [];

function shop(program: string, identity = {}): ShopProcess {
  const one = spawnShop(dataDir, program, identity);
  shops.push(one);
  return one;
}

async function start(log: Log = silentLog) {
  const cluster = await startTestCluster({ dataDir, durable: true, log });
  onTestFinished(() => cluster.stop());
  return cluster;
}

/** Numbers are inserted one after the other, so as many rows as the highest says are all of them. */
const countNumbers = async ({ pool }: Database) =>
  (await pool.query<{ n: number }>('select count(*) as n from numbers')).rows[0]?.n;

/** For the rest of a test. */
function inEmptyFolder(): void {
  dataDir = temporaryFolder();
  const remove = dataDir;
  onTestFinished(() => removeFolder(remove));
}

async function removeFolder(folder: string): Promise<void> {
  await killShops();
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

async function killShops(): Promise<void> {
  await Promise.all(shops.splice(0).map((one) => one.kill('SIGKILL')));
}

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

beforeAll(async () => {
  shared = temporaryFolder();
  const cluster = await startTestCluster({ dataDir: shared });
  await cluster.stop();
});
beforeEach(() => {
  dataDir = shared;
});
afterEach(killShops);
afterAll(() => removeFolder(shared));

/** Reads what a shop says it has committed until `enough`, kills it, and gives the last number it said. */
async function killAfter(inserting: ShopProcess, enough: number): Promise<number> {
  let last = 0;
  while (last < enough) last = Number(await inserting.line());
  await inserting.kill('SIGKILL');
  return last;
}

describe('a shop that is killed', () => {
  it('takes its Postgres along, and the next one finds every committed row', async () => {
    const killed = shop(INSERTING);
    const pid = Number(await killed.line());
    const last = await killAfter(killed, 20);
    const { database, embedded } = await start();
    expect(await countNumbers(database)).toBeGreaterThanOrEqual(last);
    expect(embedded.pid).not.toBe(pid);
    expect(isAlive(pid)).toBe(false);
  });

  it('may leave a Postgres that nobody watches: it is stopped and nothing is lost', async () => {
    const killed = shop(INSERTING);
    const pid = Number(await killed.line());
    const last = await killAfterWatcherDied(killed, pid);
    expect(isAlive(pid)).toBe(true);
    const { database } = await start();
    expect(isAlive(pid)).toBe(false);
    expect(await countNumbers(database)).toBeGreaterThanOrEqual(last);
  });

  it('together with its Postgres leaves a folder that starts again', async () => {
    const killed = shop(INSERTING);
    const pid = Number(await killed.line());
    let last = 0;
    while (last < 20) last = Number(await killed.line());
    process.kill(pid, 'SIGKILL');
    await killed.kill('SIGKILL');
    const { database } = await start();
    expect(await countNumbers(database)).toBeGreaterThanOrEqual(last);
  });
});

/** Kills what would stop Postgres when the shop dies, then the shop. */
async function killAfterWatcherDied(killed: ShopProcess, pid: number): Promise<number> {
  let last = 0;
  while (last < 5) last = Number(await killed.line());
  // A stopped shop can't start Postgres again when its watcher goes.
  killed.child.kill('SIGSTOP');
  signalWatchers(pid, 'SIGKILL');
  await killed.kill('SIGKILL');
  return last;
}

/** The two shells in the session of a Postgres. */
function signalWatchers(pid: number, signal: NodeJS.Signals): void {
  const { stdout } = spawnSync('ps', ['-e', '-o', 'pid=', '-o', 'ppid=', '-o', 'sid=', '-o', 'comm='], {
    encoding: 'utf8',
  });
  const all = stdout.split('\n').map((line) => line.trim().split(/\s+/));
  const session = all.find(([one]) => one === String(pid))?.[2];
  const shells = all.filter(([, , sid, command]) => sid === session && command === 'sh').map(([one]) => Number(one));
  expect(shells).toHaveLength(2);
  for (const shell of shells) process.kill(shell, signal);
}

describe('a Postgres that is killed', () => {
  it('is started again: committed rows are there, the pool works again, and stop still stops', async () => {
    const said: string[] = [];
    const { database, embedded } = await start({ ...silentLog, warn: (_, message) => said.push(message) });
    await database.pool.query('drop table if exists numbers; create table numbers as select 1 as n');
    for (const round of [1, 2]) {
      const { pid } = embedded;
      process.kill(pid, 'SIGKILL');
      await expect.poll(() => embedded.pid, { timeout: 15_000 }).not.toBe(pid);
      await expect.poll(() => countNumbers(database).catch(() => 'lost'), { timeout: 15_000 }).toBe(round);
      await database.pool.query('insert into numbers values ($1)', [round + 1]);
    }
    expect(said.filter((message) => message.includes('ended unexpectedly'))).toHaveLength(2);
  });

  it('can be stopped while it is being started again', async () => {
    const { embedded } = await start();
    const { pid } = embedded;
    process.kill(pid, 'SIGKILL');
    await waitForEnd(pid, 5_000);
    await embedded.stop();
    expect(await embedded.exited).toMatchObject({ code: 'STOPPED' });
    await start();
  });

  it('and can not be started again ends with a clear word', async () => {
    const { embedded } = await start();
    const path = join(dataDir, 'postgres', 'postgresql.conf');
    const before = readFileSync(path, 'utf8');
    onTestFinished(() => writeFileSync(path, before));
    writeFileSync(path, `${before}\nwork_mem = 'much'\n`);
    process.kill(embedded.pid, 'SIGKILL');
    const reason = await embedded.exited;
    expect(reason).toMatchObject({ code: 'RESTART_FAILED', message: expect.stringContaining('work_mem') });
    await embedded.stop();
  });

  it('that lost its watcher is replaced by one that has one', async () => {
    const { database, embedded } = await start();
    const { pid } = embedded;
    signalWatchers(pid, 'SIGKILL');
    await expect.poll(() => embedded.pid, { timeout: 15_000 }).not.toBe(pid);
    expect(isAlive(pid)).toBe(false);
    const works = () =>
      database.pool.query('select 1').then(
        () => true,
        () => false,
      );
    await expect.poll(works, { timeout: 15_000 }).toBe(true);
  });

  it('stays until the shop stops it when a system that shuts down ends its watcher', async () => {
    const { database, embedded } = await start();
    const { pid } = embedded;
    signalWatchers(pid, 'SIGTERM');
    signalWatchers(pid, 'SIGHUP');
    expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    expect(embedded.pid).toBe(pid);
    await embedded.stop();
    expect(isAlive(pid)).toBe(false);
  });

  it('that only lost a backend recovers by itself', async () => {
    const { database, embedded } = await start();
    const { pid } = embedded;
    const { rows } = await database.pool.query<{ pid: number }>('select pg_backend_pid() as pid');
    process.kill(rows[0]?.pid ?? 0, 'SIGKILL');
    const works = () =>
      database.pool.query('select 1').then(
        () => true,
        () => false,
      );
    await expect.poll(works, { timeout: 15_000 }).toBe(true);
    expect(embedded.pid).toBe(pid);
  });
});

describe('one folder', () => {
  it('serves one of two shops that start at once on an empty one, and the other is told', async () => {
    inEmptyFolder();
    const both = [shop(STARTING), shop(STARTING)];
    const words = await Promise.all(both.map((one) => one.line()));
    expect(words.sort()).toEqual(['DATA_DIR_IN_USE', 'started']);
  });

  it('is refused while a shop lives even if its lock file was removed', async () => {
    const first = shop(STARTING);
    expect(await first.line()).toBe('started');
    rmSync(join(dataDir, 'database.lock'));
    const second = shop(STARTING);
    expect(await second.line()).toBe('DATA_DIR_IN_USE');
  });

  it('is not blocked by a pid file whose number belongs to another process now', async () => {
    const foreign = idle();
    const before = await startTestCluster({ dataDir, durable: true });
    const pidFile = join(dataDir, 'postgres', 'postmaster.pid');
    const lines = readFileSync(pidFile, 'utf8').split('\n');
    await before.stop();
    writeFileSync(pidFile, [foreign.pid, ...lines.slice(1)].join('\n'));
    const { database } = await start();
    expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    expect(foreign.exitCode).toBeNull();
  });
});

function idle(): ChildProcess {
  const child = spawn('sleep', ['60'], { stdio: 'ignore' });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return child;
}

describe.runIf(isRoot)('as another user', () => {
  it('runs without any right of root', async () => {
    const nobody = 65534;
    inEmptyFolder();
    cpSync(join(shared, 'postgres'), join(dataDir, 'postgres'), { recursive: true });
    spawnSync('chown', ['-R', `${nobody}:${nobody}`, dataDir]);
    const inserting = shop(INSERTING, { uid: nobody, gid: nobody });
    await inserting.line();
    const last = await killAfter(inserting, 5);
    const again = shop(STARTING, { uid: nobody, gid: nobody });
    expect(await again.line()).toBe('started');
    await again.kill('SIGTERM');
    // Root serves what belongs to that user as that user.
    const { database } = await start();
    expect(await countNumbers(database)).toBeGreaterThanOrEqual(last);
  });

  it('refuses the folder of somebody else', async () => {
    chmodSync(dataDir, 0o777);
    const other = shop(STARTING, { uid: 65534, gid: 65534 });
    expect(await other.line()).toBe('DATA_DIR_DENIED');
  });
});

/** In a namespace of mounts of its own, which goes with the process. */
const canMount = isRoot && spawnSync('unshare', ['--mount', 'true']).status === 0;

describe.runIf(canMount)('a full disk', () => {
  it('is named as what it is', () => {
    const program = `
      import { startEmbedded } from '#platform/database/embedded/embedded.ts';
      import { silentLog } from '#platform/database/log.ts';
      await startEmbedded({ dataDir: process.argv[1] + '/shop', log: silentLog, durable: false }).then(
        async (embedded) => { console.log('started'); await embedded.stop(); },
        (error) => console.log(error.code ?? error.stack),
      );`;
    const script =
      'mount -t tmpfs -o size=10m tmpfs "$1" && exec "$2" --input-type=module-typescript --no-warnings -e "$3" "$1"';
    const { stdout } = spawnSync('unshare', ['--mount', 'sh', '-c', script, 'sh', dataDir, process.execPath, program], {
      encoding: 'utf8',
    });
    expect(stdout.trim()).toBe('DISK_FULL');
  });
});
