import { createHash } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, mkdtempSync, realpathSync, rmdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDedicatedConnection } from '../dedicated-connection.ts';
import type { Log } from '../log.ts';
import { changeOwner, chooseAccount, type RootStrategy } from './account.ts';
import { findBinaries } from './binaries.ts';
import { clusterPath, ensureCluster, readClusterPassword, USER } from './cluster.ts';
import { createDiskFullError, EmbeddedError, isDiskFull } from './errors.ts';
import { acquireLock, type Connection, type DataDirLock } from './lock.ts';
import { rotateLog } from './log-file.ts';
import { GUARD_KEY, stopOrphanedServer } from './orphaned-server.ts';
import { createMaintenanceClient, DATABASE, getConnection, type ServerContext, startServer } from './server.ts';
import { type ExitReason, superviseServer } from './supervise-server.ts';

/** Maximum bytes of a socket's address without the final zero: unix(7); sys/un.h on macOS. */
const MAX_PATH_BYTES = process.platform === 'linux' ? 107 : 103;
const SOCKET_NAME = '.s.PGSQL.5432.lock';

/**
 * Creates a folder that only this user and `uid`, PostgreSQL's user, can enter, with a path short enough
 * for a socket: inside `dataDir` when that path is short enough.
 */
function createSocketFolder(dataDir: string, uid: number | undefined): string {
  const preferred = join(dataDir, 'run');
  return (
    (isShortEnough(preferred) ? createPrivateFolder(preferred, uid) : undefined) ?? createTemporaryFolder(dataDir, uid)
  );
}

function createTemporaryFolder(dataDir: string, uid: number | undefined): string {
  const name = `vitrine-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`;
  const folder = isShortEnough(join(tmpdir(), `${name}-XXXXXX`)) ? tmpdir() : '/tmp';
  // In a world-writable folder, another user may have created a folder of this name.
  return createPrivateFolder(join(folder, name), uid) ?? mkdtempSync(join(folder, `${name}-`));
}

function isShortEnough(folder: string): boolean {
  return Buffer.byteLength(join(folder, SOCKET_NAME)) <= MAX_PATH_BYTES;
}

function createPrivateFolder(folder: string, uid: number | undefined): string | undefined {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const entry = lstatSync(folder);
  const isOurs = process.getuid === undefined || entry.uid === process.getuid() || entry.uid === uid;
  if (!entry.isDirectory() || !isOurs) return undefined;
  chmodSync(folder, 0o700);
  return folder;
}

export interface EmbeddedOptions {
  /** Data folder, created when missing. Contains the cluster `postgres` and `postgres.log`. */
  dataDir: string;
  log: Log;
  /** Whether the caller is a short command, whose end other starts wait for. Default: false. */
  brief?: boolean | undefined;
  /** False only in tests, where a crash of the machine may lose data. Default: true. */
  durable?: boolean | undefined;
  /** Default: a Unix socket; on Windows, TCP on 127.0.0.1 with a password. */
  transport?: 'socket' | 'tcp' | undefined;
  /** Default: a user namespace where the system allows one, else the user `nobody`. */
  rootStrategy?: RootStrategy | undefined;
}

export interface EmbeddedDatabase extends Connection {
  readonly user: typeof USER;
  readonly database: typeof DATABASE;
  /** Id of the current PostgreSQL process, which changes with a restart. */
  readonly pid: number;
  /** Resolves when PostgreSQL has ended for good: after stop(), or when a restart failed. */
  readonly exited: Promise<ExitReason>;
  /** Stops PostgreSQL within 30 s in any state. Safe to call twice. */
  stop(): Promise<void>;
}

/**
 * Starts the database of a data folder and keeps it running.
 * @throws EmbeddedError
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const dataDir = prepareFolder(options.dataDir);
  const onWait = () => options.log.warn({ dataDir }, 'waiting for a command that uses this data folder');
  const lock = await acquireLock(dataDir, { brief: options.brief, onWait });
  try {
    const context = await prepareServer(dataDir, options);
    await stopOrphanedServer({ ...context, isOwn: false });
    return await runServer(context, lock);
  } catch (error) {
    lock.release();
    if (!(error instanceof EmbeddedError) && isDiskFull(String(error))) throw createDiskFullError(dataDir);
    throw error;
  }
}

function prepareFolder(dataDir: string): string {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    return realpathSync(dataDir);
  } catch (cause) {
    if (isDiskFull(String(cause))) throw createDiskFullError(dataDir);
    throw new EmbeddedError('DATA_DIR_DENIED', `The data folder ${dataDir} can't be made: ${String(cause)}`, { cause });
  }
}

async function prepareServer(dataDir: string, options: EmbeddedOptions): Promise<ServerContext> {
  const { log, durable = true, rootStrategy, transport = process.platform === 'win32' ? 'tcp' : 'socket' } = options;
  const binaries = findBinaries();
  const clusterDir = clusterPath(dataDir);
  const account = chooseAccount(dataDir, clusterDir, binaries, rootStrategy);
  const password = transport === 'tcp' ? readClusterPassword(dataDir) : undefined;
  await ensureCluster({ dataDir, binaries, account, durable, password });
  const logPath = join(dataDir, 'postgres.log');
  rotateLog(logPath, log);
  const base = { dataDir, binaries, account, clusterDir, logPath, password, log };
  if (transport === 'tcp') return { ...base, listen: { port: await findFreePort() } };
  const socketDir = createSocketFolder(dataDir, account.identity?.uid);
  changeOwner(socketDir, account);
  return { ...base, listen: { socketDir } };
}

async function runServer(context: ServerContext, lock: DataDirLock): Promise<EmbeddedDatabase> {
  const server = await startServer(context, new AbortController().signal);
  const guard = await holdGuard(context);
  const connection = getConnection(context);
  lock.publishConnection(connection);
  const rotation = setInterval(() => rotateLog(context.logPath, context.log), 60_000).unref();
  const supervised = superviseServer(context, server, async () => {
    clearInterval(rotation);
    await guard.close();
    if ('socketDir' in context.listen) removeEmptyFolder(context.listen.socketDir);
    lock.release();
  });
  return {
    ...connection,
    user: USER,
    database: DATABASE,
    get pid() {
      return supervised.pid();
    },
    exited: supervised.exited,
    stop: supervised.stop,
  };
}

/** Holds a session lock that tells other programs that a shop uses this PostgreSQL. */
function holdGuard(context: ServerContext) {
  return openDedicatedConnection({
    makeClient: () => createMaintenanceClient(context),
    async prepare(client) {
      const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [GUARD_KEY]);
      if (rows[0]?.held === true) return;
      throw new EmbeddedError('DATA_DIR_IN_USE', `The database in ${context.clusterDir} serves another shop.`);
    },
    onLost: (error) => context.log.debug({ error: error.message }, 'the guard of the database lost its connection'),
    onBack: () => {},
    pingEvery: 30_000,
  });
}

function removeEmptyFolder(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // The folder is not empty, or no longer exists.
  }
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
