import type pg from 'pg';
import type { Database } from './database.ts';
import { MigrationError, type MigrationFile, type MigrationSet, readMigrations } from './migration-files.ts';
import { postgresError } from './postgres-errors.ts';

export { MigrationError, type MigrationSet } from './migration-files.ts';

export interface MigrationName {
  owner: string;
  name: string;
}

export interface MigrationReport {
  /** Migrations that this run has applied, in order. */
  applied: (MigrationName & { milliseconds: number })[];
  /** Number of migrations that were applied before this run. */
  already: number;
}

export interface AppliedMigration extends MigrationName {
  sha256: string;
  /** PostgreSQL's text format: a Date would lose the microseconds. */
  appliedAt: string;
}

/** Key of the advisory lock of running migrations. A second process waits, and then has nothing to apply. */
export const MIGRATION_LOCK = 824_111_207;

/**
 * Applies pending migrations, each in its own transaction. Files before a failed one stay applied.
 * @throws MigrationError
 */
export async function migrate(database: Database, sets: readonly MigrationSet[]): Promise<MigrationReport> {
  const report = await withMigrationLock(database, (client) => migrateLocked(client, sets, database));
  database.log.debug({ files: report.already + report.applied.length }, 'the database is up to date');
  return report;
}

/**
 * Migrates the database only if it is empty. Waits for running migrations.
 * @returns pending migrations: none, unless the database is older than the program
 * @throws like `migrate`
 */
export async function migrateIfEmpty(database: Database, sets: readonly MigrationSet[]): Promise<MigrationName[]> {
  return withMigrationLock(database, async (client) => {
    const applied = await listAppliedMigrations(client);
    if (applied.length > 0) return toNames(findPending(sets, readMigrations(sets), applied));
    await migrateLocked(client, sets, database);
    return [];
  });
}

async function withMigrationLock<Result>(
  { pool }: Database,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    return await work(client);
  } finally {
    // Closing the connection releases the lock and settings in any state.
    client.release(true);
  }
}

/**
 * Lists the migrations that `migrate` would apply.
 * @throws DATABASE_REPLACED, DATABASE_NEWER, MIGRATION_CHANGED
 */
export async function listPendingMigrations(
  database: Database,
  sets: readonly MigrationSet[],
): Promise<MigrationName[]> {
  return toNames(findPending(sets, readMigrations(sets), await listAppliedMigrations(database.pool)));
}

const toNames = (files: readonly MigrationFile[]) => files.map(({ owner, name }) => ({ owner, name }));

/** Lists migrations in the order of application; empty for a database without migrations. */
export async function listAppliedMigrations(client: pg.Pool | pg.PoolClient): Promise<AppliedMigration[]> {
  const { rows: found } = await client.query("select to_regclass('platform.migrations') is not null as made");
  if (found[0]?.made !== true) return [];
  const { rows } = await client.query<AppliedMigration>(
    'select owner, name, sha256, applied_at::text as "appliedAt" from platform.migrations order by applied_at, owner, name',
  );
  return rows;
}

async function migrateLocked(
  client: pg.PoolClient,
  sets: readonly MigrationSet[],
  { log }: Database,
): Promise<MigrationReport> {
  const files = readMigrations(sets);
  await createMigrationsTable(client);
  const pending = findPending(sets, files, await listAppliedMigrations(client));
  const report: MigrationReport = { applied: [], already: files.length - pending.length };
  for (const file of pending) {
    const startedAt = performance.now();
    await client.query("begin; set local lock_timeout = '30s'");
    await applyMigration(client, file);
    await client.query('commit').catch((error: unknown) => Promise.reject(createFailedError(file, error)));
    const milliseconds = Math.round(performance.now() - startedAt);
    log.info({ owner: file.owner, name: file.name, milliseconds }, 'migrated');
    report.applied.push({ owner: file.owner, name: file.name, milliseconds });
  }
  return report;
}

export async function createMigrationsTable(client: pg.PoolClient): Promise<void> {
  await client.query(`
    create schema if not exists platform;
    create table if not exists platform.migrations (
      owner text not null,
      name text not null,
      sha256 text not null,
      applied_at timestamptz not null default clock_timestamp(),
      primary key (owner, name)
    )`);
}

/** Applies a file in the caller's transaction, which is aborted when this function throws. */
export async function applyMigration(client: pg.PoolClient, file: MigrationFile, appliedAt?: string): Promise<void> {
  try {
    await client.query(file.text);
  } catch (error) {
    throw createFailedError(file, error);
  }
  if (client.getTransactionStatus() !== 'T') {
    throw new MigrationError('MIGRATION_FAILED', `${file.path} ends its transaction. Remove begin and commit from it.`);
  }
  await client.query(
    'insert into platform.migrations (owner, name, sha256, applied_at) values ($1, $2, $3, coalesce($4, clock_timestamp()))',
    [file.owner, file.name, file.sha256, appliedAt],
  );
}

/** Includes files with numbers below those of applied files, since branches merge in any order. */
function findPending(
  sets: readonly MigrationSet[],
  files: MigrationFile[],
  applied: AppliedMigration[],
): MigrationFile[] {
  requireCurrentHistory(sets, applied, 'The database');
  const key = ({ owner, name }: MigrationName) => `${owner}/${name}`;
  const known = new Map(files.map((file) => [key(file), file]));
  const owners = new Set(files.map((file) => file.owner));
  for (const row of applied) {
    const file = known.get(key(row));
    if (file === undefined && owners.has(row.owner)) throw createNewerDatabaseError(row);
    if (file !== undefined && file.sha256 !== row.sha256) throw createChangedFileError(file);
  }
  const done = new Set(applied.map(key));
  return files.filter((file) => !done.has(key(file)));
}

/** @param subject the database, or the backup, that has applied the migrations */
export function requireCurrentHistory(
  sets: readonly MigrationSet[],
  applied: readonly MigrationName[],
  subject: string,
): void {
  if (!applied.some((row) => sets.some(({ owner, replaced }) => owner === row.owner && replaced === row.name))) return;
  throw new MigrationError(
    'DATABASE_REPLACED',
    `${subject} has the tables of a version from before the first release, which this program does not convert: ` +
      'save its products with that version (`npm run shop -- export products products.csv`), start this one with an ' +
      'empty DATA_DIR or DATABASE_URL, and import them there (`npm run shop -- import products products.csv`).',
  );
}

function createNewerDatabaseError({ owner, name }: MigrationName): MigrationError {
  return new MigrationError(
    'DATABASE_NEWER',
    `The database is newer than this program: it has the migration ${owner}/${name}. ` +
      'Start the version of the shop that made it, or restore a backup from before.',
  );
}

function createChangedFileError({ path }: MigrationFile): MigrationError {
  return new MigrationError(
    'MIGRATION_CHANGED',
    `${path} was changed after it had been applied to this database. Put it back and write a new migration instead.`,
  );
}

function createFailedError(file: MigrationFile, error: unknown): MigrationError {
  const failure = postgresError(error);
  const position = failure?.position === undefined ? '' : `:${formatPosition(file.text, Number(failure.position))}`;
  const details = [failure?.detail, failure?.hint, failure?.where].filter((text) => text !== undefined);
  const reason = [error instanceof Error ? error.message : String(error), ...details].join(' / ');
  return new MigrationError('MIGRATION_FAILED', `${file.path}${position} failed: ${reason}`, { cause: error });
}

/** PostgreSQL counts characters from 1, and not UTF-16 units. */
function formatPosition(text: string, position: number): string {
  const before = [...text].slice(0, position - 1).join('');
  const lines = before.split('\n');
  return `${lines.length}:${[...(lines.at(-1) ?? '')].length + 1}`;
}
