import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

interface Race<T> {
  /** Starts requests that wait for the customer's row. */
  readonly start: () => Promise<T>;
  /** What another request does meanwhile, in the transaction that has locked the row. */
  readonly change: (client: pg.PoolClient) => Promise<unknown>;
}

/**
 * Starts requests while the customer's row is locked, and lets them continue after a change that another
 * request makes meanwhile.
 */
export async function runWhileCustomerIsLocked<T>(
  pool: pg.Pool,
  customerId: number,
  { start, change }: Race<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('select from customers where id = $1 for no key update', [customerId]);
    const started = start();
    const isDone = await Promise.race([started.then(() => true), waitForLock(pool)]);
    await change(client);
    await client.query('commit');
    if (isDone) throw new Error('it has not waited');
    return await started;
  } finally {
    client.release(true);
  }
}

async function waitForLock(pool: pg.Pool): Promise<false> {
  const count = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  for (let attempt = 0; attempt < 500; attempt += 1) {
    if ((await pool.query(count)).rowCount !== 0) break;
    await sleep(20);
  }
  return false;
}
