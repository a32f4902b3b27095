import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { createDigest } from './digest.ts';
import { BackupError, type OnProgress, type TableShape } from './format.ts';
import { type ArchiveEntry, createDamagedError, parseTableNumber } from './read-archive.ts';
import { quoteColumns, quoteTable } from './tables.ts';
import type { VerifiedBackup } from './verify.ts';

export interface EntryReader {
  /** The current entry; undefined at the end. */
  current(): ArchiveEntry | undefined;
  advance(): Promise<void>;
}

export async function createEntryReader(entries: AsyncGenerator<ArchiveEntry>): Promise<EntryReader> {
  let next = await entries.next();
  return {
    current: () => (next.done === true ? undefined : next.value),
    async advance() {
      next = await entries.next();
    },
  };
}

/** Loads all tables from the reader's current entry on, in the order of the backup. */
export async function loadTables(
  client: pg.PoolClient,
  file: string,
  reader: EntryReader,
  { header, manifest }: VerifiedBackup,
  onProgress: OnProgress,
): Promise<void> {
  for (const [number, table] of header.tables.entries()) {
    const digest = createDigest();
    const parts = async function* () {
      for (let entry = reader.current(); entry && parseTableNumber(entry.name) === number; entry = reader.current()) {
        for await (const chunk of entry.body) {
          digest.add(chunk);
          yield chunk;
        }
        await reader.advance();
      }
    };
    const stream = client.query(copyFrom(`copy ${quoteTable(table)} (${quoteColumns(table)}) from stdin`));
    await pipeline(Readable.from(parts()), stream).catch((error: unknown) => {
      throw error instanceof BackupError ? error : createLoadError(table, error);
    });
    const expected = manifest.tables[number];
    const { bytes, sha256 } = digest.result();
    const isSame = stream.rowCount === expected?.rows && bytes === expected.bytes && sha256 === expected.sha256;
    if (!isSame) throw createDamagedError(file, `table ${table.schema}.${table.name}`);
    const name = `${table.schema}.${table.name}`;
    onProgress({ step: 'tables', name, rows: stream.rowCount, done: number + 1, total: header.tables.length });
  }
}

function createLoadError({ schema, name }: TableShape, error: unknown): BackupError {
  const reason = error instanceof Error ? error.message : String(error);
  return new BackupError(
    'RESTORE_FAILED',
    `The rows of ${schema}.${name} could not be loaded: ${reason}. Nothing was changed.`,
    {
      cause: error,
    },
  );
}
