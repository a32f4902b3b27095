import type { Disk } from 'flydrive';
import type { Db } from '#platform/database/database.ts';
import { encodeSize } from './encode.ts';
import { findOriginal, insertSizes, listSizes, type Original, recordFailed } from './records.ts';
import { fileName, formats, type Width, widthsFor } from './sizes.ts';
import { quickKey, readWhole, sizeKey } from './store-files.ts';

/** Makes missing sizes, so that an interrupted job continues. */
export async function makeSizes(
  db: Db,
  disk: Disk,
  mediaId: number,
  { maxPixels, last }: { readonly maxPixels: number; readonly last: boolean },
): Promise<void> {
  const original = await findOriginal(db, { id: mediaId });
  if (!original) return;
  try {
    await makeMissing(db, disk, original, maxPixels);
    await removeQuick(disk, original);
  } catch (error) {
    if (last) await recordFailed(db, mediaId, error instanceof Error ? error.message.slice(0, 300) : 'unknown');
    throw error;
  }
}

/** Reads a previously made size by its file name; null when missing. */
export type ExistingSizes = (fileName: string) => Promise<Buffer | null>;

/** Stores previously made sizes. */
export async function keepExistingSizes(
  db: Db,
  disk: Disk,
  original: Original,
  madeBefore: ExistingSizes,
): Promise<'all' | 'some' | 'none'> {
  const wanted = widthsFor(original.width).flatMap((width) => formats.map((format) => ({ width, format })));
  const found = await Promise.all(
    wanted.map(async ({ width, format }) => {
      const name = fileName(original.sha256, width, format);
      const bytes = await madeBefore(name);
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

async function makeMissing(db: Db, disk: Disk, { id, sha256, key, width: own }: Original, maxPixels: number) {
  const there = await listSizes(db, id);
  const isThere = (width: Width, format: string) =>
    there.some((file) => file.width === width && file.format === format);
  let bytes: Buffer | undefined;
  for (const width of widthsFor(own)) {
    const missing = formats.filter((format) => !isThere(width, format));
    if (missing.length === 0) continue;
    bytes ??= await readWhole(disk, key);
    const files = [];
    for (const file of await encodeSize(bytes, width, missing, maxPixels)) {
      const name = sizeKey(fileName(sha256, width, file.format));
      await disk.put(name, file.bytes);
      files.push({ width, format: file.format, key: name, bytes: file.bytes.length });
    }
    await insertSizes(db, id, files);
  }
}

async function removeQuick(disk: Disk, { sha256, width: own }: Original): Promise<void> {
  for (const width of widthsFor(own)) {
    for (const format of ['webp', 'jpg'] as const) await disk.delete(quickKey(fileName(sha256, width, format)));
  }
}
