import { runMigrations } from 'graphile-worker';
import type pg from 'pg';
import type { FileStore } from '#platform/files/store/file-store.ts';
import { deferConstraints } from './backup/constraints.ts';
import { dropShopObjects, requireNoRows, truncateTables } from './backup/empty-database.ts';
import { BackupError, type FolderPaths, type Header, listArchivedFiles, type OnProgress } from './backup/format.ts';
import { createEntryReader, loadTables } from './backup/load-tables.ts';
import { discardStagedFiles, moveStagedFiles, requireNoFiles, stageFiles } from './backup/media-staging.ts';
import { moveToBucket, requireNoStoredFiles } from './backup/move-to-bucket.ts';
import { readEntries } from './backup/read-archive.ts';
import { JOBS_SCHEMA, listTables, quoteTable } from './backup/tables.ts';
import { type VerifiedBackup, verifyArchive } from './backup/verify.ts';
import type { Database } from './database.ts';
import {
  applyMigration,
  createMigrationsTable,
  MIGRATION_LOCK,
  type MigrationSet,
  requireCurrentHistory,
} from './migrate.ts';
import { type MigrationFile, readMigrations } from './migration-files.ts';
import { connectForCopy } from './pool.ts';

export interface RestoreOptions {
  file: string;
  /** The target. No shop may use it during the restore. */
  database: Database;
  sets: readonly MigrationSet[];
  /** Folders for files. Without them, files are not restored. */
  folders?: FolderPaths | undefined;
  /**
   * The store of the folders, and the bucket to which the files are moved. Without `moves`, files stay in the folders.
   */
  moves?: { readonly from: FileStore; readonly to: FileStore } | undefined;
  /** Whether to delete the current content of the database, of the folders and of the bucket. Default: false. */
  replace?: boolean | undefined;
  onProgress?: OnProgress | undefined;
}

export interface RestoreReport {
  tables: number;
  rows: number;
  /** Number of media files and uploads. */
  files: number;
  /** Paths of files whose copies in the bucket differ. These files stay in the folders. */
  failed: readonly string[];
  /** Number of deleted files of the bucket that the backup does not contain. */
  deleted: number;
}

/**
 * Applies the migrations of the backup and loads its rows in one transaction. Run `migrate`
 * afterwards.
 * @throws BackupError or MigrationError, without having changed a row
 */
export async function restore(options: RestoreOptions): Promise<RestoreReport> {
  const { file, database, folders = {}, moves, replace = false, onProgress = () => {} } = options;
  onProgress({ step: 'verify', name: file, rows: 0, done: 0, total: 1 });
  const verified = await verifyArchive(file);
  onProgress({ step: 'verify', name: file, rows: 0, done: 1, total: 1 });
  const { header, manifest } = verified;
  requireCurrentHistory(options.sets, header.migrations, file);
  const files = selectMigrations(header, readMigrations(options.sets), file);
  if (!replace) await requireNoFiles(folders, manifest);
  if (!replace && moves) await requireNoStoredFiles(moves.to, manifest);
  if (header.jobsVersion !== null) await createJobsTables(database, replace);
  await runInTransaction(database, async (client) => {
    if (!replace) await requireNoRows(client);
    await rebuildSchema(client, header, files);
    await loadBackup(client, options, verified);
  }).catch(async (error: unknown) => {
    await discardStagedFiles(folders);
    throw error;
  });
  await moveStagedFiles(folders, manifest);
  await database.pool.query('analyze').catch(() => {});
  const moved = moves ? await moveToBucket(moves, manifest) : { failed: [], deleted: 0 };
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  return {
    tables: manifest.tables.length,
    rows,
    files: listArchivedFiles(manifest).filter(({ folder }) => folders[folder] !== undefined).length,
    ...moved,
  };
}

async function loadBackup(client: pg.PoolClient, options: RestoreOptions, verified: VerifiedBackup): Promise<void> {
  const { file, folders = {}, onProgress = () => {} } = options;
  const reader = await createEntryReader(readEntries(file));
  await reader.advance();
  await deferConstraints(client, async () => {
    await truncateTables(client);
    await loadTables(client, file, reader, verified, onProgress);
  });
  await unlockJobs(client, verified.header);
  if (Object.keys(folders).length > 0) await stageFiles(file, reader, folders, verified.manifest, onProgress);
  await setSequences(client, verified);
}

/**
 * Creates graphile-worker's tables, for which it uses transactions of its own. The empty tables may remain after a
 * failure.
 */
async function createJobsTables(database: Database, replace: boolean): Promise<void> {
  const client = await database.pool.connect();
  try {
    if (!replace) await requireNoRows(client);
  } finally {
    client.release();
  }
  await runMigrations({ pgPool: database.pool, taskList: {}, noHandleSignals: true });
}

/** Selects files in the order of the backup's database. */
function selectMigrations(
  header: Header,
  files: MigrationFile[],
  file: string,
): { file: MigrationFile; appliedAt: string }[] {
  return header.migrations.map(({ owner, name, sha256, appliedAt }) => {
    const found = files.find((each) => each.owner === owner && each.name === name);
    if (found?.sha256 === sha256) return { file: found, appliedAt };
    const reason = found === undefined ? 'is not part of this program' : 'differs in this program';
    throw new BackupError(
      'BACKUP_MISMATCH',
      `${file} was made by version ${header.programVersion} of the shop; its migration ${owner}/${name} ${reason}. ` +
        'Restore it with that version, and with the same features in shop.config.ts. Nothing was changed.',
    );
  });
}

async function runInTransaction(database: Database, work: (client: pg.PoolClient) => Promise<void>): Promise<void> {
  const client = await connectForCopy(database.pool);
  try {
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    // A shop that uses the database holds locks. The timeout makes the restore fail instead of waiting forever.
    await client.query("begin; set local lock_timeout = '10s'");
    await work(client);
    await client.query('commit');
  } finally {
    client.release(true);
  }
}

async function rebuildSchema(
  client: pg.PoolClient,
  header: Header,
  files: ReturnType<typeof selectMigrations>,
): Promise<void> {
  await dropShopObjects(client);
  await createMigrationsTable(client);
  for (const { file, appliedAt } of files) await applyMigration(client, file, appliedAt);
  const tables = new Map((await listTables(client)).map((table) => [quoteTable(table), table.columns]));
  for (const table of header.tables) {
    const columns = tables.get(quoteTable(table));
    if (columns !== undefined && table.columns.every((column) => columns.includes(column))) continue;
    throw new BackupError(
      'BACKUP_MISMATCH',
      `The backup holds ${table.schema}.${table.name} (${table.columns.join(', ')}), but this program's migrations do not create such a table. Nothing was changed.`,
    );
  }
}

/** Unlocks jobs that ran during the backup, so that they run again. */
async function unlockJobs(client: pg.PoolClient, { jobsVersion }: Header): Promise<void> {
  if (jobsVersion === null) return;
  await client.query(`
    update ${JOBS_SCHEMA}._private_jobs
       set locked_at = null, locked_by = null, attempts = greatest(attempts - 1, 0) where locked_at is not null`);
  await client.query(`
    update ${JOBS_SCHEMA}._private_job_queues set locked_at = null, locked_by = null where locked_at is not null`);
}

/** Sets sequences. Called last, since sequences are not transactional. */
async function setSequences(client: pg.PoolClient, { manifest }: VerifiedBackup): Promise<void> {
  for (const { value, called, ...sequence } of manifest.sequences) {
    await client.query('select setval(to_regclass($1), $2, $3)', [quoteTable(sequence), value, called]);
  }
}
