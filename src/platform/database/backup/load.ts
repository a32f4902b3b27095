import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { createDigest } from './digest.ts';
import { BackupError, type OnProgress, type TableShape } from './format.ts';
import { damaged, type Entry, tableOf } from './read-archive.ts';
import { quoted, quotedColumns } from './tables.ts';
import type { Verified } from './verify.ts';

/** Reads entries one by one, with a look at the next one. */
export interface Reader {
  current(): Entry | undefined;
  advance(): Promise<void>;
}

export async function createReader(entries: AsyncGenerator<Entry>): Promise<Reader> {
  let next = await entries.next();
  return {
    current: () => (next.done === true ? undefined : next.value),
    async advance() {
      next = await entries.next();
    },
  };
}

/** Loads all tables from the reader's position, in the order of the backup. */
export async function loadTables(
  client: pg.PoolClient,
  file: string,
  reader: Reader,
  { header, manifest }: Verified,
  onProgress: OnProgress,
): Promise<void> {
  for (const [number, table] of header.tables.entries()) {
    const digest = createDigest();
    const parts = async function* () {
      for (let entry = reader.current(); entry && tableOf(entry.name) === number; entry = reader.current()) {
        for await (const chunk of entry.body) {
          digest.add(chunk);
          yield chunk;
        }
        await reader.advance();
      }
    };
    const into = client.query(copyFrom(`copy ${quoted(table)} (${quotedColumns(table)}) from stdin`));
    await pipeline(Readable.from(parts()), into).catch((error: unknown) => {
      throw error instanceof BackupError ? error : refused(table, error);
    });
    const expected = manifest.tables[number];
    const { bytes, sha256 } = digest.result();
    const isSame = into.rowCount === expected?.rows && bytes === expected.bytes && sha256 === expected.sha256;
    if (!isSame) throw damaged(file, `table ${table.schema}.${table.name}`);
    const name = `${table.schema}.${table.name}`;
    onProgress({ step: 'tables', name, rows: into.rowCount, done: number + 1, total: header.tables.length });
  }
}

function refused({ schema, name }: TableShape, error: unknown): BackupError {
  const reason = error instanceof Error ? error.message : String(error);
  return new BackupError(
    'RESTORE_FAILED',
    `The rows of ${schema}.${name} don't go in: ${reason}. Nothing was changed.`,
    {
      cause: error,
    },
  );
}
