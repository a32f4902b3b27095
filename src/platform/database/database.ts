import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ExtractTablesWithRelations, is } from 'drizzle-orm';
import { drizzle, type NodePgQueryResultHKT, NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres';
import { type PgDatabase, PgDialect, PgTransaction } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { runInReadScope } from '#platform/config/read-scope.ts';
import { type Availability, createAvailability } from './availability.ts';
import type { Log } from './log.ts';
import { ShopClient, ShopPool } from './pool.ts';
import { isDatabaseUnavailable, isRetryable, isUniqueViolation } from './postgres-errors.ts';
import { installValueParsers } from './value-parsers.ts';

export { countQueries } from './query-count.ts';

type NoSchema = Record<string, never>;

export type Db = PgDatabase<NodePgQueryResultHKT, NoSchema>;
export type Tx = PgTransaction<NodePgQueryResultHKT, NoSchema, ExtractTablesWithRelations<NoSchema>>;

export interface Database {
  db: Db;
  pool: pg.Pool;
  log: Log;
  readonly availability: Availability;
  /** Waits for running statements, at most 10 s. Safe to call twice. */
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** `postgres://…`. Overrides `socketDir`, `database` and `user`. A transaction pooler is not supported. */
  connectionString?: string | undefined;
  socketDir?: string | undefined;
  /** Default: `vitrine`, as for `user`. */
  database?: string | undefined;
  user?: string | undefined;
  /** Default: 10. */
  max?: number | undefined;
  log: Log;
}

/** Milliseconds. Long work (migrations, backup) sets its own limit with `set local`. */
const DATABASE_LIMITS = {
  statement: 30_000,
  idleInTransaction: 60_000,
  connect: 5_000,
  close: 10_000,
} as const;

const UTC = '-c TimeZone=UTC';

/** Opens a database. It never throws, since only the first query connects. */
export function openDatabase(options: DatabaseOptions): Database {
  installValueParsers();
  const { log } = options;
  const pool = new ShopPool(createPoolConfig(options));
  pool.on('error', (error) => {
    // PostgreSQL may stop before the pool has closed its last connection, which is no reason for a warning.
    if (!pool.ending) log.warn({ error: error.message }, 'an idle database connection was lost');
  });
  // Without a listener, an error of a connection in use would end the process.
  pool.on('connect', (client) => client.on('error', (error) => log.debug({ error: error.message }, 'connection lost')));
  const db: Db = drizzle({ client: pool });
  db.transaction = (work, config) => runTransaction(pool, work, { isolation: config?.isolationLevel });
  const availability = createAvailability(pool, log);
  let closing: Promise<void> | undefined;
  const close = () => {
    availability.stop();
    closing ??= Promise.race([pool.end(), sleep(DATABASE_LIMITS.close, undefined, { ref: false })]);
    return closing;
  };
  return { db, pool, log, availability, close };
}

function createPoolConfig(options: DatabaseOptions): pg.PoolConfig {
  const { connectionString, socketDir, database = 'vitrine', user = 'vitrine', max = 10 } = options;
  const target: pg.PoolConfig =
    connectionString === undefined
      ? { host: socketDir ?? 'localhost', port: 5432, database, user, ssl: false, options: UTC }
      : { connectionString: withUtc(connectionString), options: UTC };
  return {
    ...target,
    max,
    // Statements that do not wait for each other (`Promise.all`) share a round trip.
    pipeline: true,
    Client: ShopClient,
    application_name: 'vitrine',
    statement_timeout: DATABASE_LIMITS.statement,
    idle_in_transaction_session_timeout: DATABASE_LIMITS.idleInTransaction,
    connectionTimeoutMillis: DATABASE_LIMITS.connect,
    // Idle connections stay open: at a busy moment, statements would wait for new ones (docs/decisions/0017).
    idleTimeoutMillis: 0,
    keepAlive: true,
  };
}

/**
 * `options` inside a connection string override the options of the pool, so the pool's options are appended to the
 * string.
 */
function withUtc(connectionString: string): string {
  if (!URL.canParse(connectionString)) return connectionString;
  const url = new URL(connectionString);
  const given = url.searchParams.get('options');
  if (given === null) return connectionString;
  url.searchParams.set('options', `${given} ${UTC}`);
  return url.href;
}

type Isolation = 'read committed' | 'repeatable read' | 'serializable' | 'read uncommitted';

interface TransactionOptions {
  readonly isolation?: Isolation | undefined;
  /**
   * Plans each prepared statement once per connection, whatever its values. Useful for frequent
   * transactions whose statements find a few rows by key, where planning takes as long as execution.
   */
  readonly reusePlans?: boolean | undefined;
  /**
   * Advisory locks that are taken together with `begin`, in this order, and held to the end. A separate statement
   * would cost as much as a short insert. Not supported for a savepoint.
   */
  readonly locks?: readonly bigint[] | undefined;
  /**
   * Repeats the work once after a unique violation: another transaction has written between check and write of the
   * work, and the second check sees its row.
   */
  readonly rechecks?: boolean | undefined;
}

const MAX_RETRIES = 5;

/**
 * Commits when `work` returns, rolls back when it throws. Retries deadlocks and serialization
 * failures up to five times, so `work` must change only the database. Inside a transaction it makes a
 * savepoint, and the outermost transaction retries.
 */
export async function inTransaction<T>(
  db: Db,
  work: (tx: Tx) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  if (is(db, PgTransaction)) {
    if (options.locks !== undefined) throw new TypeError('a savepoint takes no lock');
    return db.transaction(work);
  }
  const client = getClient(db);
  if (!(client instanceof pg.Pool)) throw new TypeError('inTransaction needs a Db made by openDatabase');
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runTransaction(client, work, options);
    } catch (error) {
      const isRechecked = options.rechecks && attempt === 1 && isUniqueViolation(error);
      if (attempt > MAX_RETRIES || !(isRechecked || isRetryable(error))) throw error;
      await sleep(Math.random() * 10 * 2 ** attempt);
    }
  }
}

const dialect = new PgDialect();

/** Drizzle's own version leaks the connection when `begin` fails. */
async function runTransaction<T>(
  pool: pg.Pool,
  work: (tx: Tx) => Promise<T>,
  { isolation = 'read committed', reusePlans = false, locks = [] }: TransactionOptions,
): Promise<T> {
  const client = await pool.connect();
  let isBroken = false;
  try {
    const settings = reusePlans ? '; set local plan_cache_mode = force_generic_plan' : '';
    const locking =
      locks.length === 0 ? '' : `; select ${locks.map((lock) => `pg_advisory_xact_lock(${lock})`).join(', ')}`;
    // Not awaited, so that the first statements are sent in the packet of `begin` (docs/decisions/0017).
    const begun = client.query(`begin isolation level ${isolation}${settings}${locking}`);
    const session = new NodePgSession<NoSchema, ExtractTablesWithRelations<NoSchema>>(client, dialect, undefined);
    const working = runInReadScope(async () => work(new NodePgTransaction(dialect, session, undefined)));
    const [, value] = await awaitAll([begun, working]);
    const { command } = await client.query('commit');
    // PostgreSQL answers `commit` of a failed transaction with ROLLBACK and no error.
    if (command !== 'COMMIT')
      throw new Error('A failed statement was ignored, so PostgreSQL rolled the transaction back. Handle its error.');
    return value;
  } catch (error) {
    isBroken = isDatabaseUnavailable(error) || !(await rollback(client));
    throw error;
  } finally {
    client.release(isBroken);
  }
}

async function rollback(client: pg.PoolClient): Promise<boolean> {
  try {
    await client.query('rollback');
    return true;
  } catch {
    return false;
  }
}

/**
 * Waits for all promises that were started together, so that no statement runs after a rollback. The
 * statements of one transaction share round trips, and run in the order in which they are sent.
 * @throws the first error, once all promises have settled
 */
export async function awaitAll<const Started extends readonly unknown[]>(
  started: Started,
): Promise<{ -readonly [Index in keyof Started]: Awaited<Started[Index]> }> {
  await Promise.allSettled(started);
  return Promise.all(started);
}

/**
 * Runs reads that do not depend on each other on one connection, so that reads which are started together
 * share a round trip. Each statement sees the data that is committed when it runs.
 */
export async function readTogether<T>(db: Db, read: (db: Db) => Promise<T>): Promise<T> {
  const pool = getClient(db);
  if (!(pool instanceof pg.Pool)) return read(db);
  const client = await pool.connect();
  let isBroken = false;
  try {
    return await read(drizzle({ client }));
  } catch (error) {
    isBroken = isDatabaseUnavailable(error);
    throw error;
  } finally {
    client.release(isBroken);
  }
}

/** Drizzle has no public access to a transaction's connection. */
function getClient(db: Db): pg.Pool | pg.PoolClient {
  return (db as unknown as { session: { client: pg.Pool | pg.PoolClient } }).session.client;
}

const statements = new Map<string, string>();

/** Lists the defined statements, so that a test can check them against the schema. */
export function listStatements(): readonly { readonly name: string; readonly text: string }[] {
  return [...statements].map(([name, text]) => ({ name, text }));
}

/**
 * Defines a prepared statement. Name its columns: `select *` breaks when a migration adds one. Values are
 * parsed as pg does: timestamptz as Date, date and numeric as text, bigint as number.
 */
export function sqlQuery<Row extends object>(
  name: string,
  text: string,
): (db: Db, values: unknown[]) => Promise<Row[]> {
  // The name includes a hash of the text, so that reloaded code does not reuse an older statement.
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 10);
  const statement = `${name.slice(0, 50)}.${hash}`;
  statements.set(statement, text);
  return async (db, values) => {
    const { rows } = await getClient(db).query<Row>({ name: statement, text, values });
    return rows;
  };
}

/** Runs a statement for `runComposed`. It is not prepared, since composed statements have many different texts. */
export async function runStatement<Row extends object>(
  db: Db,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  const { rows } = await getClient(db).query<Row>({ text, values: [...values] });
  return rows;
}
