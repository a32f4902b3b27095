import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../log.ts';
import { lastLines, USER } from './cluster.ts';
import { diskFull, EmbeddedError, isDiskFull } from './errors.ts';
import { clearLeftover } from './leftover.ts';
import type { Connection } from './lock.ts';
import { logLength, readLogSince } from './log-file.ts';
import { type ServerOptions, type ServerProcess, spawnServer, stopServer } from './server-process.ts';

export interface ServerContext extends ServerOptions {
  dataDir: string;
  password: string | undefined;
  log: Log;
}

export const DATABASE = 'vitrine';

/** Milliseconds. */
const TRY_AGAIN = 10_000;
const RECOVERY = 120_000;
const PAUSE = 250;

/** A client of the maintenance database `postgres`. */
export function maintenanceClient({ listen, password }: ServerContext): pg.Client {
  return new pg.Client({
    ...('port' in listen ? { host: '127.0.0.1', port: listen.port } : { host: listen.socketDir, port: 5432 }),
    ...(password === undefined ? {} : { password }),
    ...{ user: USER, database: 'postgres', ssl: false, connectionTimeoutMillis: 5_000 },
  });
}

export function connectionOf({ listen, password = '' }: ServerContext): Connection {
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
 * Starts PostgreSQL and waits until it answers. Retries for 10 s: a killed one may leave shared
 * memory and children for a while. Throws START_FAILED, DISK_FULL, or an AbortError.
 */
export async function startServer(context: ServerContext, abort: AbortSignal): Promise<ServerProcess> {
  const deadline = Date.now() + TRY_AGAIN;
  for (;;) {
    const offset = logLength(context.logPath);
    const server = await spawnServer(context).catch((cause: unknown) => {
      throw new EmbeddedError('START_FAILED', `PostgreSQL could not be run: ${String(cause)}`, { cause });
    });
    if (await becomesReady(context, server, abort)) return server;
    abort.throwIfAborted();
    const output = readLogSince(context.logPath, offset);
    if (isDiskFull(output)) throw diskFull(context.dataDir);
    if (Date.now() > deadline || !mayPass(output)) throw startFailed(context, output);
    context.log.info({ reason: lastLines(output) }, 'PostgreSQL did not start; trying again');
    await sleep(PAUSE, undefined, { signal: abort });
    await clearLeftover({ ...context, ours: true });
  }
}

/** A killed process logs nothing; a permanent failure logs FATAL with its reason. */
function mayPass(output: string): boolean {
  return !output.includes('FATAL') || /lock file|shared memory|address already in use|starting up/i.test(output);
}

function startFailed({ logPath }: ServerContext, output: string): EmbeddedError {
  return new EmbeddedError('START_FAILED', `PostgreSQL does not start: ${lastLines(output)} (see ${logPath})`);
}

/** Waits for readiness, also during crash recovery. @returns false when it ended instead */
async function becomesReady(context: ServerContext, server: ServerProcess, abort: AbortSignal): Promise<boolean> {
  let ended = false;
  void server.ended.then(() => {
    ended = true;
  });
  const deadline = Date.now() + RECOVERY;
  while (!ended && !abort.aborted && Date.now() < deadline) {
    if (await answers(context)) return true;
    await sleep(10);
  }
  if (!ended) await stopServer(server.pid, context.clusterDir, context.binaries);
  return false;
}

/** Also creates the shop's database when an interrupted first start has not. */
async function answers(context: ServerContext): Promise<boolean> {
  const client = maintenanceClient(context);
  client.on('error', () => {});
  try {
    await client.connect();
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
    return true;
  } catch (error) {
    if (error instanceof pg.DatabaseError && isDiskFull(error.message)) throw diskFull(context.dataDir);
    // Class 28, invalid authorization: waiting does not help.
    if (error instanceof pg.DatabaseError && error.code?.startsWith('28')) {
      throw new EmbeddedError('START_FAILED', `PostgreSQL does not let the shop in: ${error.message}`, {
        cause: error,
      });
    }
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
