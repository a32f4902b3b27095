import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestCluster, type TestCluster } from '#tests/support/database.ts';
import { findBinaries } from './binaries.ts';
import { EmbeddedError } from './errors.ts';
import { findRunningDatabase } from './lock.ts';
import { isAlive } from './processes.ts';

const isRoot = process.getuid?.() === 0;
let dataDir = '';
let cluster: TestCluster | undefined;

const start = async (options: Parameters<typeof startTestCluster>[0] = {}) => {
  cluster = await startTestCluster({ dataDir, ...options });
  return cluster;
};
const getErrorCode = (work: Promise<unknown>) =>
  work.then(
    () => 'started',
    (error) => (error instanceof EmbeddedError ? error.code : error),
  );

beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'vitrine-test-'));
});
afterEach(async () => {
  await cluster?.stop();
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

describe('startEmbedded', () => {
  it('creates a durable UTF-8 database that listens on a socket only', async () => {
    const { database, embedded } = await start({ durable: true });
    const { rows } = await database.pool.query<{ name: string; setting: string }>(
      `select name, setting from pg_settings
        where name in ('fsync', 'synchronous_commit', 'full_page_writes', 'listen_addresses', 'server_encoding', 'jit', 'max_connections')
        order by name`,
    );
    expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
      fsync: 'on',
      full_page_writes: 'on',
      jit: 'off',
      listen_addresses: '',
      max_connections: '50',
      server_encoding: 'UTF8',
      synchronous_commit: 'on',
    });
    const locale = await database.pool.query(
      'select datlocprovider as provider, datlocale as locale from pg_database where datname = current_database()',
    );
    expect(locale.rows).toEqual([{ provider: 'b', locale: 'C.UTF-8' }]);
    expect(statSync(embedded.socketDir ?? '').mode & 0o777).toBe(0o700);
    await database.pool.query('create table kept as select 1 as one');
  });

  it('restarts with the existing cluster, after a clean shutdown', async () => {
    const made = statSync(join(dataDir, 'postgres', 'PG_VERSION')).mtimeMs;
    const { database } = await start({ durable: true });
    expect((await database.pool.query('select one from kept')).rows).toEqual([{ one: 1 }]);
    expect(statSync(join(dataDir, 'postgres', 'PG_VERSION')).mtimeMs).toBe(made);
    await cluster?.stop();
    expect(readFileSync(join(dataDir, 'postgres.log'), 'utf8')).not.toContain('recovery');
  });

  it('lets other programs find it while it runs', async () => {
    expect(findRunningDatabase(dataDir)).toBeUndefined();
    const { embedded } = await start();
    expect(findRunningDatabase(dataDir)).toEqual({
      connectionString: embedded.connectionString,
      socketDir: embedded.socketDir,
    });
    await embedded.stop();
    await embedded.stop();
    expect(await embedded.exited).toMatchObject({ code: 'STOPPED' });
    expect(findRunningDatabase(dataDir)).toBeUndefined();
    expect(isAlive(embedded.pid)).toBe(false);
    expect(existsSync(join(dataDir, 'database.lock'))).toBe(false);
  });

  it('keeps settings that the owner adds', async () => {
    const path = join(dataDir, 'postgres', 'postgresql.conf');
    const before = readFileSync(path, 'utf8');
    writeFileSync(path, `${before}\nwork_mem = '9MB'\n`);
    const { database } = await start();
    expect((await database.pool.query('show work_mem')).rows).toEqual([{ work_mem: '9MB' }]);
    writeFileSync(path, before);
  });

  it('uses a short socket folder when the path of the data folder is long', async () => {
    const long = join(dataDir, 'x'.repeat(100));
    cpSync(join(dataDir, 'postgres'), join(long, 'postgres'), { recursive: true });
    const { embedded, database } = await start({ dataDir: long });
    expect(Buffer.byteLength(embedded.socketDir ?? '')).toBeLessThan(80);
    expect(lstatSync(embedded.socketDir ?? '').mode & 0o777).toBe(0o700);
    expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await cluster?.stop();
    expect(existsSync(embedded.socketDir ?? '')).toBe(false);
  });

  it('listens on TCP with a password when told to', async () => {
    const { embedded, database } = await start({ dataDir: join(dataDir, 'tcp'), transport: 'tcp' });
    expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    const url = new URL(embedded.connectionString);
    expect(url.hostname).toBe('127.0.0.1');
    expect(url.password.length).toBeGreaterThan(20);
    await cluster?.stop();
    await start({ dataDir: join(dataDir, 'tcp'), transport: 'tcp' });
  });

  it.runIf(isRoot)('runs as another user when root can not use a namespace', async () => {
    const other = join(dataDir, 'other');
    cpSync(join(dataDir, 'postgres'), join(other, 'postgres'), { recursive: true });
    chmodSync(dataDir, 0o700);
    expect(await getErrorCode(start({ dataDir: other, rootStrategy: 'user' }))).toBe('ROOT_REFUSED');
    chmodSync(dataDir, 0o711);
    const { database, embedded } = await start({ dataDir: other, rootStrategy: 'user' });
    expect(statSync(`/proc/${embedded.pid}`).uid).not.toBe(0);
    await database.pool.query('create table theirs as select 1 as one');
    await cluster?.stop();
    // A cluster that the user owns is served as that user from then on.
    const again = await start({ dataDir: other });
    expect((await again.database.pool.query('select one from theirs')).rows).toEqual([{ one: 1 }]);
  });
});

describe('startEmbedded refuses', () => {
  it('a folder made by another PostgreSQL', async () => {
    const old = join(dataDir, 'old');
    mkdirSync(join(old, 'postgres'), { recursive: true });
    writeFileSync(join(old, 'postgres', 'PG_VERSION'), '15\n');
    expect(await getErrorCode(start({ dataDir: old }))).toBe('DATA_DIR_VERSION');
    expect(existsSync(join(old, 'database.lock'))).toBe(false);
  });

  it('a folder with files that are no database', async () => {
    const strange = join(dataDir, 'strange');
    mkdirSync(join(strange, 'postgres'), { recursive: true });
    writeFileSync(join(strange, 'postgres', 'notes.txt'), 'mine');
    expect(await getErrorCode(start({ dataDir: strange }))).toBe('INIT_FAILED');
    expect(readFileSync(join(strange, 'postgres', 'notes.txt'), 'utf8')).toBe('mine');
  });

  it('a path that is a file', async () => {
    writeFileSync(join(dataDir, 'file'), '');
    expect(await getErrorCode(start({ dataDir: join(dataDir, 'file') }))).toBe('DATA_DIR_DENIED');
  });

  it('invalid PostgreSQL settings, and names them', async () => {
    const path = join(dataDir, 'postgres', 'postgresql.conf');
    const before = readFileSync(path, 'utf8');
    writeFileSync(path, `${before}\nwork_mem = 'much'\n`);
    const failure = await start().catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'START_FAILED', message: expect.stringContaining('work_mem') });
    writeFileSync(path, before);
    await start();
  });

  it('a machine without binaries', () => {
    expect(() => findBinaries('/nowhere')).toThrow(expect.objectContaining({ code: 'NO_BINARIES' }));
  });
});

describe('findBinaries', () => {
  it('creates the library links that npm leaves out', () => {
    const folder = join(dataDir, 'package');
    mkdirSync(join(folder, 'native', 'bin'), { recursive: true });
    mkdirSync(join(folder, 'native', 'lib'));
    for (const name of ['postgres', 'initdb', 'pg_ctl']) {
      writeFileSync(join(folder, 'native', 'bin', process.platform === 'win32' ? `${name}.exe` : name), '');
    }
    writeFileSync(join(folder, 'package.json'), '{"version":"18.4.0"}');
    writeFileSync(join(folder, 'native', 'lib', 'libx.so.1.2'), 'library');
    const links = [{ source: 'native/lib/libx.so.1.2', target: 'native/lib/libx.so.1' }];
    writeFileSync(join(folder, 'native', 'pg-symlinks.json'), JSON.stringify(links));
    expect(findBinaries(folder).major).toBe('18');
    expect(readFileSync(join(folder, 'native', 'lib', 'libx.so.1'), 'utf8')).toBe('library');
  });
});
