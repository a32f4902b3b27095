import pg from 'pg';
import { isDatabaseUnavailable } from './postgres-errors.ts';
import { recordQuery } from './query-count.ts';

type QueryMethod<T extends { query: unknown }> = T['query'];

export class ShopClient extends pg.Client {}

ShopClient.prototype.query = function query(this: ShopClient, ...parameters: unknown[]): unknown {
  recordQuery(parameters[0]);
  return Reflect.apply(pg.Client.prototype.query, this, parameters);
} as QueryMethod<pg.Client>;

/**
 * pg's pool closes a connection after any failed statement, even a violated constraint, and runs
 * queued queries in the async context of the releasing caller. This pool does neither.
 */
export class ShopPool extends pg.Pool {}

ShopPool.prototype.query = function query(this: ShopPool, ...parameters: unknown[]): unknown {
  const takesCallback = parameters.some((parameter) => typeof parameter === 'function');
  if (takesCallback) return Reflect.apply(pg.Pool.prototype.query, this, parameters);
  return queryAndRelease(this, parameters);
} as QueryMethod<pg.Pool>;

/** Takes a connection that can also `copy`, which pg does not pipeline. Release it with `true`. */
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
