import type { Socket } from 'node:net';
import pg from 'pg';
import { isDatabaseUnavailable } from './postgres-errors.ts';
import { recordQuery } from './query-count.ts';

type QueryMethod<T extends { query: unknown }> = T['query'];
type ConnectMethod = pg.Pool['connect'];

export class ShopClient extends pg.Client {}

ShopClient.prototype.query = function query(this: ShopClient, ...parameters: unknown[]): unknown {
  const [statement] = parameters;
  recordQuery(statement);
  sendWithNextStatements(this);
  if (parameters.length === 1 && isPrepared(statement)) return runPrepared(this, statement);
  return Reflect.apply(pg.Client.prototype.query, this, parameters);
} as QueryMethod<pg.Client>;

interface PreparedStatement {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

function isPrepared(statement: unknown): statement is PreparedStatement {
  return typeof statement === 'object' && statement !== null && preparedKeys.every((key) => key in statement);
}

const preparedKeys = ['name', 'text', 'values'] as const;

/**
 * Runs a prepared statement as pg does, but without pg's copy of each property of the query, which takes as long as
 * sending it.
 */
function runPrepared(client: pg.Client, { name, text, values }: PreparedStatement): Promise<pg.QueryResult> {
  const query = Object.assign(new pg.Query(text, values), { name });
  return new Promise<pg.QueryResult>((resolve, reject) => {
    Object.assign(query, {
      callback: (error: Error | null, result: pg.QueryResult) => (error ? reject(error) : resolve(result)),
    });
    Reflect.apply(pg.Client.prototype.query, client, [query]);
  }).catch((error: Error) => {
    // The trace of the caller replaces that of the socket.
    Error.captureStackTrace(error);
    throw error;
  });
}

/**
 * Sends statements that are started together in one packet: each packet wakes PostgreSQL, which takes longer than
 * sending.
 */
function sendWithNextStatements(client: pg.Client): void {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/**
 * A pool without two behaviours of pg's pool, which closes a connection after any failed statement, even a violated
 * constraint, and runs queued queries in the async context of the releasing caller. This pool also refuses
 * connections at once while the database is away.
 */
export class ShopPool extends pg.Pool {
  /** While an error is set here, no client gets a connection, since the database can't be reached. */
  refusal: Error | null = null;
}

ShopPool.prototype.connect = function connect(this: ShopPool, ...parameters: unknown[]): unknown {
  const takesCallback = parameters.length > 0;
  if (this.refusal === null || takesCallback) return Reflect.apply(pg.Pool.prototype.connect, this, parameters);
  return Promise.reject(this.refusal);
} as ConnectMethod;

ShopPool.prototype.query = function query(this: ShopPool, ...parameters: unknown[]): unknown {
  const takesCallback = parameters.some((parameter) => typeof parameter === 'function');
  if (takesCallback) return Reflect.apply(pg.Pool.prototype.query, this, parameters);
  return queryAndRelease(this, parameters);
} as QueryMethod<pg.Pool>;

/** Takes a connection that supports `copy`, which pg can't pipeline. Release it with `true`. */
export async function connectForCopy(pool: pg.Pool): Promise<pg.PoolClient> {
  return Object.assign(await pool.connect(), { pipeline: false });
}

async function queryAndRelease(pool: pg.Pool, parameters: unknown[]): Promise<unknown> {
  const client = await pool.connect();
  let isBroken = false;
  try {
    return await Reflect.apply(client.query, client, parameters);
  } catch (error) {
    isBroken = isDatabaseUnavailable(error);
    throw error;
  } finally {
    client.release(isBroken);
  }
}
