import { readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../log.ts';
import type { Binaries } from './binaries.ts';
import { USER } from './cluster.ts';
import { EmbeddedError } from './errors.ts';
import { readProcess } from './processes.ts';
import { stopServer } from './server-process.ts';

/** Key of the session lock in the database `postgres`, held by the shop that uses this PostgreSQL. */
export const GUARD_KEY = 824_111_206;

export interface OrphanedServerOptions {
  clusterDir: string;
  binaries: Binaries;
  password: string | undefined;
  log: Log;
  /** Whether a running PostgreSQL is known to belong to this shop. */
  isOwn: boolean;
}

interface PidFile {
  pid: number;
  port: number;
  socketDir: string;
}

/**
 * Stops a PostgreSQL that still runs although its shop has ended.
 * @throws DATA_DIR_IN_USE when a running shop uses it
 */
export async function stopOrphanedServer(options: OrphanedServerOptions): Promise<void> {
  const { clusterDir, log, binaries, password } = options;
  const server = findRunningServer(clusterDir);
  if (server === undefined) return;
  if (!options.isOwn && (await isInUse(server, password))) {
    throw new EmbeddedError(
      'DATA_DIR_IN_USE',
      `The database in ${clusterDir} serves another shop. Stop that one first.`,
    );
  }
  log.info({ pid: server.pid }, 'stopping a PostgreSQL whose shop has ended');
  if (await stopServer(server.pid, clusterDir, binaries)) return;
  throw new EmbeddedError(
    'DATA_DIR_IN_USE',
    `PostgreSQL (process ${server.pid}) uses ${clusterDir} and can't be stopped. Stop it, then start the shop again.`,
  );
}

/**
 * Finds the running PostgreSQL of this cluster. Removes a pid file whose id now belongs to another
 * process, since PostgreSQL would refuse to start.
 */
export function findRunningServer(clusterDir: string): PidFile | undefined {
  const file = readPidFile(clusterDir);
  const info = file === undefined ? undefined : readProcess(file.pid);
  if (file === undefined || info === undefined) return undefined;
  if (isServerOf(file.pid, info.command, clusterDir)) return file;
  removePidFiles(clusterDir, file);
  return undefined;
}

/**
 * The lines of postmaster.pid: process, data folder, start time, port, socket folder, address,
 * shared memory, status.
 */
function readPidFile(clusterDir: string): PidFile | undefined {
  try {
    const lines = readFileSync(join(clusterDir, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Math.abs(Number(lines[0])), port: Number(lines[3] ?? 0), socketDir: lines[4] ?? '' };
  } catch {
    return undefined;
  }
}

function isServerOf(pid: number, command: string, clusterDir: string): boolean {
  if (process.platform === 'win32') return true;
  if (pid === process.pid) return false;
  try {
    // PostgreSQL's working directory is its data folder.
    if (readlinkSync(`/proc/${pid}/cwd`) === realpathSync(clusterDir)) return command.includes('postgres');
  } catch {
    // Not Linux, or no permission: compare the command line.
  }
  return /postgres(\.exe)? /.test(command) && command.includes(clusterDir);
}

function removePidFiles(clusterDir: string, { pid, port, socketDir }: PidFile): void {
  rmSync(join(clusterDir, 'postmaster.pid'), { force: true });
  if (socketDir === '') return;
  const socketLock = join(socketDir, `.s.PGSQL.${port}.lock`);
  try {
    if (Number(readFileSync(socketLock, 'utf8').split('\n')[0]) === pid) rmSync(socketLock, { force: true });
  } catch {
    // No such file exists.
  }
}

/** Number of attempts to take the lock, and milliseconds between two attempts. */
const attempts = 10;
const pause = 100;

/**
 * Whether a shop holds the lock. PostgreSQL releases the lock of a killed shop only when it notices the closed
 * connection.
 */
async function isInUse(server: PidFile, password: string | undefined): Promise<boolean> {
  for (let attempt = 1; await isLocked(server, password); attempt += 1) {
    if (attempt === attempts) return true;
    await sleep(pause);
  }
  return false;
}

/** Whether the lock is held. A PostgreSQL that does not answer is shutting down and serves no shop. */
async function isLocked({ port, socketDir }: PidFile, password: string | undefined): Promise<boolean> {
  const host = socketDir === '' ? '127.0.0.1' : socketDir;
  const client = new pg.Client({
    ...{
      host,
      port,
      user: USER,
      database: 'postgres',
      ssl: false,
      connectionTimeoutMillis: 3_000,
      query_timeout: 3_000,
    },
    ...(password === undefined ? {} : { password }),
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [GUARD_KEY]);
    return rows[0]?.free === false;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
