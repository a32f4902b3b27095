import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../log.ts';
import { getLastLines, USER } from './cluster.ts';
import { createDiskFullError, EmbeddedError, isDiskFull } from './errors.ts';
import type { Connection } from './lock.ts';
import { readLogLength, readLogSince } from './log-file.ts';
import { stopOrphanedServer } from './orphaned-server.ts';
import { type ServerOptions, type ServerProcess, spawnServer, stopServer } from './server-process.ts';

export interface ServerContext extends ServerOptions {
  dataDir: string;
  password: string | undefined;
  log: Log;
}

export const DATABASE = 'vitrine';

/** Milliseconds for retries of a failed start, for the server to become ready, and between two retries. */
const RETRY_TIMEOUT = 10_000;
const READY_TIMEOUT = 120_000;
const RETRY_DELAY = 250;

export function createMaintenanceClient({ listen, password }: ServerContext): pg.Client {
  return new pg.Client({
    ...('port' in listen ? { host: '127.0.0.1', port: listen.port } : { host: listen.socketDir, port: 5432 }),
    ...(password === undefined ? {} : { password }),
    ...{ user: USER, database: 'postgres', ssl: false, connectionTimeoutMillis: 5_000 },
  });
}

export function getConnection({ listen, password = '' }: ServerContext): Connection {
  if ('port' in listen) {
    const secret = encodeURIComponent(password);
    return {
      connectionString: `postgres://${USER}:${secret}@127.0.0.1:${listen.port}/${DATABASE}`,
      socketDir: undefined,
    };
  }
  const host = encodeURIComponent(listen.socketDir);
  return { connectionString: `postgres://${USER}@${host}:5432/${DATABASE}`, socketDir: listen.socketDir };
}

/**
 * Starts PostgreSQL and waits until it answers. Retries for 10 s, since a killed PostgreSQL may leave shared
 * memory and child processes for a while.
 * @throws START_FAILED, DISK_FULL, or an AbortError
 */
export async function startServer(context: ServerContext, abort: AbortSignal): Promise<ServerProcess> {
  const deadline = Date.now() + RETRY_TIMEOUT;
  for (;;) {
    const offset = readLogLength(context.logPath);
    const server = await spawnServer(context).catch((cause: unknown) => {
      throw new EmbeddedError('START_FAILED', `PostgreSQL could not be started: ${String(cause)}`, { cause });
    });
    if (await waitUntilReady(context, server, abort)) return server;
    abort.throwIfAborted();
    const output = readLogSince(context.logPath, offset);
    if (isDiskFull(output)) throw createDiskFullError(context.dataDir);
    if (Date.now() > deadline || !isTransient(output)) throw createStartError(context, output);
    context.log.info({ reason: getLastLines(output) }, 'PostgreSQL did not start; trying again');
    await sleep(RETRY_DELAY, undefined, { signal: abort });
    await stopOrphanedServer({ ...context, isOwn: true });
  }
}

/**
 * Whether a start may succeed later. A killed process logs nothing; a permanent failure logs FATAL with its reason.
 */
function isTransient(output: string): boolean {
  return !output.includes('FATAL') || /lock file|shared memory|address already in use|starting up/i.test(output);
}

function createStartError({ logPath }: ServerContext, output: string): EmbeddedError {
  return new EmbeddedError('START_FAILED', `PostgreSQL does not start: ${getLastLines(output)} (see ${logPath})`);
}

/**
 * Waits until the server is ready, also during crash recovery.
 * @returns false when the server ended instead
 */
async function waitUntilReady(context: ServerContext, server: ServerProcess, abort: AbortSignal): Promise<boolean> {
  let hasEnded = false;
  void server.ended.then(() => {
    hasEnded = true;
  });
  const deadline = Date.now() + READY_TIMEOUT;
  while (!hasEnded && !abort.aborted && Date.now() < deadline) {
    if (await tryConnect(context)) return true;
    await sleep(10);
  }
  if (!hasEnded) await stopServer(server.pid, context.clusterDir, context.binaries);
  return false;
}

/** Tries to connect. Creates the shop's database if it is missing, as after an interrupted first start. */
async function tryConnect(context: ServerContext): Promise<boolean> {
  const client = createMaintenanceClient(context);
  client.on('error', () => {});
  try {
    await client.connect();
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
    return true;
  } catch (error) {
    if (error instanceof pg.DatabaseError && isDiskFull(error.message)) throw createDiskFullError(context.dataDir);
    // Class 28 is an invalid authorization, which waiting does not change.
    if (error instanceof pg.DatabaseError && error.code?.startsWith('28')) {
      throw new EmbeddedError('START_FAILED', `PostgreSQL refused the shop's login: ${error.message}`, {
        cause: error,
      });
    }
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
