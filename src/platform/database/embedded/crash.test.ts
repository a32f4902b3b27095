import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { startTestCluster } from '#tests/support/database.ts';
import type { Database } from '../database.ts';
import type { Log } from '../log.ts';
import { silentLog } from '../log.ts';
import { USER } from './cluster.ts';
import { findRunningServer, GUARD_KEY } from './orphaned-server.ts';
import { isAlive, waitForEnd } from './processes.ts';
import { INSERT_PROGRAM, type ShopProcess, START_PROGRAM, spawnShop } from './shop-process.ts';

const isRoot = process.getuid?.() === 0;
const temporaryFolder = () => mkdtempSync(join(tmpdir(), 'vitrine-test-'));
/** Shared by the tests that do not need an empty folder. */
let shared = '';
let dataDir = '';
const shops: ShopProcess[] = [];

function shop(program: string, identity = {}): ShopProcess {
  const spawned = spawnShop(dataDir, program, identity);
  shops.push(spawned);
  return spawned;
}

async function start(log: Log = silentLog) {
  const cluster = await startTestCluster({ dataDir, durable: true, log });
  onTestFinished(() => cluster.stop());
  return cluster;
}

/** Numbers are inserted in order: none is lost when the count is the highest number. */
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
  await Promise.all(shops.splice(0).map((spawned) => spawned.kill('SIGKILL')));
}

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

/** Kills a shop once it has committed `enough` numbers. @returns the last committed number */
async function killAfter(inserting: ShopProcess, enough: number): Promise<number> {
  let last = 0;
  while (last < enough) last = Number(await inserting.line());
  await inserting.kill('SIGKILL');
  return last;
}

describe('after the shop is killed', () => {
  it('PostgreSQL stops too, and the next shop finds every committed row', async () => {
    const killed = shop(INSERT_PROGRAM);
    const pid = Number(await killed.line());
    const last = await killAfter(killed, 20);
    const { database, embedded } = await start();
    expect(await countNumbers(database)).toBeGreaterThanOrEqual(last);
    expect(embedded.pid).not.toBe(pid);
    expect(isAlive(pid)).toBe(false);
  });

  it('a PostgreSQL without watcher is stopped at the next start, and nothing is lost', async () => {
    const killed = shop(INSERT_PROGRAM);
    const pid = Number(await killed.line());
    const last = await killAfterWatcherDied(killed, pid);
    expect(isAlive(pid)).toBe(true);
    const { database } = await start();
    expect(isAlive(pid)).toBe(false);
    expect(await countNumbers(database)).toBeGreaterThanOrEqual(last);
  });

  it('a PostgreSQL that has not noticed yet is stopped, too', async () => {
    const killed = shop(INSERT_PROGRAM);
    const pid = Number(await killed.line());
    await killAfterWatcherDied(killed, pid);
    const guard = await holdGuard();
    setTimeout(() => void guard.end(), 300);
    await start();
    expect(isAlive(pid)).toBe(false);
  });

  it('together with PostgreSQL, the folder starts again', async () => {
    const killed = shop(INSERT_PROGRAM);
    const pid = Number(await killed.line());
    let last = 0;
    while (last < 20) last = Number(await killed.line());
    process.kill(pid, 'SIGKILL');
    await killed.kill('SIGKILL');
    const { database } = await start();
    expect(await countNumbers(database)).toBeGreaterThanOrEqual(last);
  });
});

/** Kills the watcher, which would stop PostgreSQL, and then the shop. */
async function killAfterWatcherDied(killed: ShopProcess, pid: number): Promise<number> {
  let last = 0;
  while (last < 5) last = Number(await killed.line());
  // A stopped shop can't start Postgres again when its watcher goes.
  killed.child.kill('SIGSTOP');
  signalWatchers(pid, 'SIGKILL');
  await killed.kill('SIGKILL');
  return last;
}

/** Holds the lock by which a PostgreSQL knows its shop. */
async function holdGuard(): Promise<pg.Client> {
  const { socketDir: host, port } = findRunningServer(join(dataDir, 'postgres')) ?? {};
  const client = new pg.Client({ host, port, user: USER, database: 'postgres' });
  client.on('error', () => {});
  await client.connect();
  await client.query('select pg_advisory_lock($1)', [GUARD_KEY]);
  return client;
}

/** Signals the two shells in PostgreSQL's session. */
function signalWatchers(pid: number, signal: NodeJS.Signals): void {
  const { stdout } = spawnSync('ps', ['-e', '-o', 'pid=', '-o', 'ppid=', '-o', 'sid=', '-o', 'comm='], {
    encoding: 'utf8',
  });
  const all = stdout.split('\n').map((line) => line.trim().split(/\s+/));
  const session = all.find(([id]) => id === String(pid))?.[2];
  const shells = all.filter(([, , sid, command]) => sid === session && command === 'sh').map(([id]) => Number(id));
  expect(shells).toHaveLength(2);
  for (const shell of shells) process.kill(shell, signal);
}

describe('a killed PostgreSQL', () => {
  it('restarts with all committed rows, and the pool reconnects', async () => {
    const warnings: string[] = [];
    const { database, embedded } = await start({ ...silentLog, warn: (_, message) => warnings.push(message) });
    await database.pool.query('drop table if exists numbers; create table numbers as select 1 as n');
    for (const round of [1, 2]) {
      const { pid } = embedded;
      process.kill(pid, 'SIGKILL');
      await expect.poll(() => embedded.pid).not.toBe(pid);
      await expect.poll(() => countNumbers(database).catch(() => 'lost')).toBe(round);
      await database.pool.query('insert into numbers values ($1)', [round + 1]);
    }
    expect(warnings.filter((message) => message.includes('ended unexpectedly'))).toHaveLength(2);
  });

  it('can be stopped during its restart', async () => {
    const { embedded } = await start();
    const { pid } = embedded;
    process.kill(pid, 'SIGKILL');
    await waitForEnd(pid, 5_000);
    await embedded.stop();
    expect(await embedded.exited).toMatchObject({ code: 'STOPPED' });
    await start();
  });

  it('reports why it can not restart', async () => {
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

  it('is replaced when its watcher is killed', async () => {
    const { database, embedded } = await start();
    const { pid } = embedded;
    signalWatchers(pid, 'SIGKILL');
    await expect.poll(() => embedded.pid).not.toBe(pid);
    expect(isAlive(pid)).toBe(false);
    const works = () =>
      database.pool.query('select 1').then(
        () => true,
        () => false,
      );
    await expect.poll(works).toBe(true);
  });

  it('keeps running when its watcher gets the signals of a system shutdown', async () => {
    const { database, embedded } = await start();
    const { pid } = embedded;
    signalWatchers(pid, 'SIGTERM');
    signalWatchers(pid, 'SIGHUP');
    expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    expect(embedded.pid).toBe(pid);
    await embedded.stop();
    expect(isAlive(pid)).toBe(false);
  });

  it('recovers by itself after a backend is killed', async () => {
    const { database, embedded } = await start();
    const { pid } = embedded;
    const { rows } = await database.pool.query<{ pid: number }>('select pg_backend_pid() as pid');
    process.kill(rows[0]?.pid ?? 0, 'SIGKILL');
    const works = () =>
      database.pool.query('select 1').then(
        () => true,
        () => false,
      );
    await expect.poll(works).toBe(true);
    expect(embedded.pid).toBe(pid);
  });
});

describe('a data folder', () => {
  it('serves one of two shops that start at once, and refuses the other', async () => {
    inEmptyFolder();
    const both = [shop(START_PROGRAM), shop(START_PROGRAM)];
    const words = await Promise.all(both.map((spawned) => spawned.line()));
    expect(words.sort()).toEqual(['DATA_DIR_IN_USE', 'started']);
  });

  it('is refused while a shop runs, even without its lock file', async () => {
    const first = shop(START_PROGRAM);
    expect(await first.line()).toBe('started');
    rmSync(join(dataDir, 'database.lock'));
    const second = shop(START_PROGRAM);
    expect(await second.line()).toBe('DATA_DIR_IN_USE');
  });

  it('is not blocked by a pid file whose process id was reused', async () => {
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
  it('runs without root rights', async () => {
    const nobody = 65534;
    inEmptyFolder();
    cpSync(join(shared, 'postgres'), join(dataDir, 'postgres'), { recursive: true });
    spawnSync('chown', ['-R', `${nobody}:${nobody}`, dataDir]);
    const inserting = shop(INSERT_PROGRAM, { uid: nobody, gid: nobody });
    await inserting.line();
    const last = await killAfter(inserting, 5);
    const again = shop(START_PROGRAM, { uid: nobody, gid: nobody });
    expect(await again.line()).toBe('started');
    await again.kill('SIGTERM');
    // Root serves what belongs to that user as that user.
    const { database } = await start();
    expect(await countNumbers(database)).toBeGreaterThanOrEqual(last);
  });

  it('refuses the folder of another user', async () => {
    chmodSync(dataDir, 0o777);
    const other = shop(START_PROGRAM, { uid: 65534, gid: 65534 });
    expect(await other.line()).toBe('DATA_DIR_DENIED');
  });
});

/** In a namespace of mounts of its own, which goes with the process. */
const canMount = isRoot && spawnSync('unshare', ['--mount', 'true']).status === 0;

describe.runIf(canMount)('a full disk', () => {
  it('is reported as DISK_FULL', () => {
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
