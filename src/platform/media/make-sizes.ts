import type { Disk } from 'flydrive';
import type { Db } from '#platform/database/database.ts';
import { encodeSize } from './encode.ts';
import { findOriginal, insertSizes, listSizes, type Original, recordFailed } from './records.ts';
import { createFileName, formats, listWidths, type Width } from './sizes.ts';
import { quickKey, readStoredFile, sizeKey } from './store-files.ts';

/** Makes only missing sizes, so that an interrupted job continues. */
export async function makeSizes(
  db: Db,
  disk: Disk,
  mediaId: number,
  { maxPixels, isLastAttempt }: { readonly maxPixels: number; readonly isLastAttempt: boolean },
): Promise<void> {
  const original = await findOriginal(db, { id: mediaId });
  if (!original) return;
  try {
    await makeMissingSizes(db, disk, original, maxPixels);
    await deleteQuickSizes(disk, original);
  } catch (error) {
    if (isLastAttempt)
      await recordFailed(db, mediaId, error instanceof Error ? error.message.slice(0, 300) : 'unknown');
    throw error;
  }
}

/** Reads a previously made size by its file name; null when missing. */
export type ExistingSizes = (fileName: string) => Promise<Buffer | null>;

/** Stores previously made sizes. */
export async function storeExistingSizes(
  db: Db,
  disk: Disk,
  original: Original,
  existingSizes: ExistingSizes,
): Promise<'all' | 'some' | 'none'> {
  const wanted = listWidths(original.width).flatMap((width) => formats.map((format) => ({ width, format })));
  const found = await Promise.all(
    wanted.map(async ({ width, format }) => {
      const name = createFileName(original.sha256, width, format);
      const bytes = await existingSizes(name);
      if (!bytes) return [];
      await disk.put(sizeKey(name), bytes);
      return [{ width, format, key: sizeKey(name), bytes: bytes.length }];
    }),
  );
  const files = found.flat();
  await insertSizes(db, original.id, files);
  if (files.length === wanted.length) return 'all';
  return files.length > 0 ? 'some' : 'none';
}

async function makeMissingSizes(
  db: Db,
  disk: Disk,
  { id, sha256, key, width: originalWidth }: Original,
  maxPixels: number,
) {
  const stored = await listSizes(db, id);
  const isStored = (width: Width, format: string) =>
    stored.some((file) => file.width === width && file.format === format);
  let bytes: Buffer | undefined;
  for (const width of listWidths(originalWidth)) {
    const missing = formats.filter((format) => !isStored(width, format));
    if (missing.length === 0) continue;
    bytes ??= await readStoredFile(disk, key);
    const files = [];
    for (const file of await encodeSize(bytes, width, missing, maxPixels)) {
      const name = sizeKey(createFileName(sha256, width, file.format));
      await disk.put(name, file.bytes);
      files.push({ width, format: file.format, key: name, bytes: file.bytes.length });
    }
    await insertSizes(db, id, files);
  }
}

async function deleteQuickSizes(disk: Disk, { sha256, width: originalWidth }: Original): Promise<void> {
  for (const width of listWidths(originalWidth)) {
    for (const format of ['webp', 'jpg'] as const) await disk.delete(quickKey(createFileName(sha256, width, format)));
  }
}
