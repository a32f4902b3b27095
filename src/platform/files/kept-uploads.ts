import { randomUUID } from 'node:crypto';
import { purgeInBatches } from '#platform/database/purge.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { PrivateFiles } from './private-files.ts';

/** Milliseconds between two updates of the stored progress. */
const progressInterval = 1_000;

/** Returns the name of an uploaded file as one line without folders. */
export const cleanFileName = (name: string, fallback: string): string =>
  name
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}/\\]/gu, ' ')
    .trim()
    .slice(0, 200) || fallback;

/**
 * Keeps a file and inserts its row. The file is kept first: a job deletes old files without a row.
 * @param insert returns null when the row may not be stored, and then the file is deleted
 */
export async function keepFileWithRow<Id>(
  files: PrivateFiles,
  path: string,
  insert: (fileId: string) => Promise<Id | null>,
): Promise<Id | null> {
  const fileId = randomUUID();
  await files.keep(fileId, path);
  const id = await insert(fileId);
  if (id === null) await files.remove([fileId]);
  return id;
}

/**
 * Deletes rows by `deleteRows`, and the files of these rows, in batches.
 * @returns the number of rows
 */
export const purgeFilesWithRows = (
  files: PrivateFiles,
  deleteRows: (limit: number) => Promise<readonly { readonly fileId: string }[]>,
): Promise<number> =>
  purgeInBatches(async (limit) => {
    const deleted = await deleteRows(limit);
    await files.remove(deleted.map(({ fileId }) => fileId));
    return deleted.length;
  });

/** Stores the progress of a job at intervals, outside of its transaction, so that a page can show it. */
export function createProgressNotes(
  { log }: Pick<Shop, 'log'>,
  id: number,
  store: (progress: { readonly done: number; readonly total: number }) => Promise<unknown>,
): (done: number, total: number) => void {
  let storedAt = performance.now();
  return (done, total) => {
    if (performance.now() - storedAt < progressInterval) return;
    storedAt = performance.now();
    store({ done, total }).catch((error: unknown) =>
      log.warn({ err: error, import: id }, 'the progress of an import was not noted'),
    );
  };
}
