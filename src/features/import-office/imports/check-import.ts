import { z } from 'zod';
import { detectFormat, readRows, UnreadableFile } from '#platform/csv/read-rows.ts';
import type { RowMessage } from '#platform/csv/report.ts';
import { inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { createProgressNotes } from '#platform/files/kept-uploads.ts';
import { withCopy, withScratchPath } from '#platform/files/scratch-files.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import { openFiles } from '../files.ts';
import type { CheckedFile, CheckedRow, ImportKind } from '../kinds/kind.ts';
import { findKind } from '../kinds/kinds.ts';
import { importSettings } from '../settings.ts';
import {
  deleteCheck,
  endCheck,
  findImport,
  insertBatches,
  insertRows,
  lockImport,
  type NewBatch,
  noteProgress,
} from './import-store.ts';

/** Rows per transaction: enough to be fast, few enough that orders do not wait for locks. */
const batchSize = 100;
const rowsPerInsert = 500;

/**
 * Checks a file with a dry run, which does everything that the import would do and rolls it back. After a crash the
 * check starts again.
 */
export const checkImportJob = defineJob({
  name: 'import-office:check-file',
  schema: z.object({ importId: z.int(), checkId: z.uuid() }),
  slow: true,
  maxAttempts: 5,
  run: async (shop, { importId, checkId }, { isLast }) => {
    try {
      await checkImport(shop, importId, checkId);
    } catch (error) {
      // Otherwise the import would stay in the state 'checking', and nobody could continue with it.
      if (isLast) await refuseCheck(shop, importId, checkId, checkFailed);
      throw error;
    }
  },
});

const checkFailed: RowMessage = {
  ...{ level: 'error', line: 1, column: '', code: 'CHECK_FAILED' },
  message: 'could not be tried because of a failure of the server, which its log describes; try it again',
};

/** Ends a check with the reason why the file can't be imported. */
const refuseCheck = (shop: Shop, id: number, checkId: string, message: RowMessage) =>
  storeCheck(shop, id, checkId, { reading: null, messages: [message], rows: [], stages: () => [] });

async function checkImport(shop: Shop, id: number, checkId: string): Promise<void> {
  const file = await findImport(shop.db, { id });
  const kind = file && findKind(file.kind);
  if (!file || !kind || file.state !== 'checking' || file.checkId !== checkId) return;
  const onProgress = createProgressNotes(shop, id, (progress) => noteProgress(shop.db, { id, checkId, ...progress }));
  const files = openFiles(shop);
  if ((await files.open(file.fileId)) === null) {
    const gone: RowMessage = { level: 'error', line: 1, column: '', code: 'FILE_MISSING', message: 'the file is gone' };
    return refuseCheck(shop, id, checkId, gone);
  }
  await withCopy(shop, files, file.fileId, async (path) => {
    const { maxRows } = shop.settings(importSettings);
    // Count the rows first: millions of short rows would keep the queue of slow jobs busy for hours.
    if (await hasMoreRows(path, kind, maxRows)) return refuseCheck(shop, id, checkId, createTooLong(maxRows));
    await withScratchPath(shop, async (scratchPath) => {
      const checked = await kind.check(shop, { path, scratchPath, options: file.options, onProgress });
      await storeCheck(shop, id, checkId, checked);
    });
  });
}

const createTooLong = (maxRows: number): RowMessage => ({
  ...{ level: 'error', line: 1, column: '', code: 'IMPORT_TOO_LONG' },
  message: `has more than ${maxRows} rows; split it, or use the command 'import products'`,
});

async function hasMoreRows(path: string, { isHead }: ImportKind, maxRows: number): Promise<boolean> {
  let count = -1;
  try {
    for await (const _ of readRows(path, await detectFormat(path, isHead))) {
      count += 1;
      if (count > maxRows) return true;
    }
  } catch (error) {
    // The dry run reports unreadable files.
    if (!(error instanceof UnreadableFile)) throw error;
  }
  return false;
}

/** Stores the result of the dry run, unless another check has begun meanwhile. */
async function storeCheck(
  shop: Shop,
  id: number,
  checkId: string,
  { reading, messages, rows, stages }: CheckedFile,
): Promise<void> {
  const { maxRows } = shop.settings(importSettings);
  // Read the rows before the transaction, because it may be repeated.
  const found: CheckedRow[] = [];
  let isTooLong = false;
  for await (const row of rows) {
    if (found.length === maxRows) isTooLong = true;
    else found.push(row);
  }
  await inTransaction(shop.db, async (tx) => {
    const current = await lockImport(tx, { id });
    if (current?.checkId !== checkId || current.state !== 'checking') return;
    await deleteCheck(tx, id);
    if (reading === null || isTooLong) {
      const told = isTooLong ? [...messages, createTooLong(maxRows)] : messages;
      return endCheck(tx, { id, state: 'refused', reading: null, messages: told, total: 0 });
    }
    for (let from = 0; from < found.length; from += rowsPerInsert)
      await insertRows(tx, id, found.slice(from, from + rowsPerInsert));
    await insertBatches(tx, id, createBatches(stages()));
    await endCheck(tx, { id, state: 'checked', reading, messages, total: found.length });
  });
}

function createBatches(stages: ReturnType<CheckedFile['stages']>): NewBatch[] {
  const batches = stages.flatMap(({ stage, lines }) =>
    Array.from({ length: Math.ceil(lines.length / batchSize) }, (_, index) => ({
      stage,
      lines: lines.slice(index * batchSize, (index + 1) * batchSize),
    })),
  );
  return batches.map((batch, position) => ({ ...batch, position }));
}
