import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { FileStore } from '#platform/files/store/file-store.ts';
import { createDigest, sha256 } from './backup/digest.ts';
import {
  type FileFolder,
  FORMAT,
  type FolderPaths,
  HEADER,
  type Header,
  listArchivedFiles,
  MANIFEST,
  type Manifest,
  type OnProgress,
  type TableContents,
  type TableShape,
} from './backup/format.ts';
import { addFiles, addStoredFiles } from './backup/media-files.ts';
import { listSequences, listTables, quoteColumns, quoteTable, readJobsVersion } from './backup/tables.ts';
import { type Archive, writeArchive } from './backup/write-archive.ts';
import type { Database } from './database.ts';
import { listAppliedMigrations, MIGRATION_LOCK } from './migrate.ts';
import { connectForCopy } from './pool.ts';

export interface BackupOptions {
  database: Database;
  /** Folders of files. Without them, the backup holds the database only. */
  folders?: FolderPaths | undefined;
  /** The store that has the files when they are in a bucket instead of the folders. */
  store?: FileStore | undefined;
  /** Path of the backup. No file may exist there. It is created atomically. */
  file: string;
  programVersion?: string | undefined;
  onProgress?: OnProgress | undefined;
}

export interface BackupReport {
  file: string;
  bytes: number;
  tables: number;
  rows: number;
  /** Number of media files and uploads. */
  files: number;
}

const PART_BYTES = 4 * 1024 * 1024;

/**
 * Writes a consistent snapshot of the database while the shop runs.
 * @throws BackupError: FILE_EXISTS, DISK_FULL, MEDIA_CHANGED
 */
export async function backup(options: BackupOptions): Promise<BackupReport> {
  const { database, file, folders = {}, store, programVersion = 'unknown', onProgress = () => {} } = options;
  const { bytes, value: manifest } = await writeArchive(file, async (archive) => {
    const rows = await withSnapshot(database, (client) => addDatabase(client, archive, programVersion, onProgress));
    // Files are read after the rows: each file is stored before its row, so none is missed.
    const add = async (name: FileFolder) => {
      if (store?.kind === 'bucket') return addStoredFiles(archive, name, store, onProgress);
      const folder = folders[name];
      return folder === undefined ? [] : addFiles(archive, name, folder, onProgress);
    };
    const complete: Manifest = {
      ...rows,
      media: await add('media'),
      uploads: await add('uploads'),
      downloads: await add('downloads'),
      'message-files': await add('message-files'),
      'review-photographs': await add('review-photographs'),
    };
    await archive.add(MANIFEST, JSON.stringify(complete));
    return complete;
  });
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  return { file, bytes, tables: manifest.tables.length, rows, files: listArchivedFiles(manifest).length };
}

async function addDatabase(client: pg.PoolClient, archive: Archive, programVersion: string, onProgress: OnProgress) {
  const header = await createHeader(client, programVersion);
  const text = JSON.stringify(header);
  await archive.add(HEADER, text);
  const tables: TableContents[] = [];
  for (const [number, table] of header.tables.entries()) {
    const contents = await addTable(client, archive, number, table);
    tables.push(contents);
    const name = `${table.schema}.${table.name}`;
    onProgress({ step: 'tables', name, rows: contents.rows, done: number + 1, total: header.tables.length });
  }
  return { headerSha256: sha256(text), tables, sequences: await readSequences(client) };
}

/** Runs work in one snapshot transaction. The advisory lock blocks migrations and nothing else. */
async function withSnapshot<T>(database: Database, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await connectForCopy(database.pool);
  try {
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
    // The lock is taken before the transaction, whose first statement takes the snapshot.
    await client.query('select pg_advisory_lock_shared($1)', [MIGRATION_LOCK]);
    await client.query('begin isolation level repeatable read read only');
    // Row security would silently omit rows.
    await client.query("set local row_security = off; set local datestyle = iso; set local intervalstyle = 'postgres'");
    const value = await work(client);
    await client.query('commit');
    return value;
  } finally {
    client.release(true);
  }
}

async function createHeader(client: pg.PoolClient, programVersion: string): Promise<Header> {
  const { rows } = await client.query<{ server_version: string }>('show server_version');
  return {
    format: FORMAT,
    program: 'vitrine',
    programVersion,
    createdAt: new Date().toISOString(),
    postgres: rows[0]?.server_version ?? '',
    migrations: await listAppliedMigrations(client),
    jobsVersion: await readJobsVersion(client),
    tables: await listTables(client),
  };
}

/** The text format is readable and does not depend on the PostgreSQL version. */
async function addTable(
  client: pg.PoolClient,
  archive: Archive,
  number: number,
  table: TableShape,
): Promise<TableContents> {
  const stream = client.query(copyTo(`copy ${quoteTable(table)} (${quoteColumns(table)}) to stdout`));
  const digest = createDigest();
  let part = 0;
  let pending: Buffer[] = [];
  let size = 0;
  const flush = async () => {
    if (size === 0) return;
    await archive.add(`tables/${number}/${String(part).padStart(6, '0')}.copy`, Buffer.concat(pending, size));
    part += 1;
    pending = [];
    size = 0;
  };
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    digest.add(chunk);
    pending.push(chunk);
    size += chunk.length;
    if (size >= PART_BYTES) await flush();
  }
  await flush();
  return { rows: stream.rowCount, ...digest.result() };
}

/**
 * Sequences are not transactional. Their values are read after the rows, so they are at least as high as the rows
 * need.
 */
async function readSequences(client: pg.PoolClient): Promise<Manifest['sequences']> {
  const sequences: Manifest['sequences'] = [];
  for (const sequence of await listSequences(client)) {
    const { rows } = await client.query<{ value: string; called: boolean }>(
      `select last_value::text as value, is_called as called from ${quoteTable(sequence)}`,
    );
    if (rows[0] !== undefined) sequences.push({ ...sequence, ...rows[0] });
  }
  return sequences;
}
