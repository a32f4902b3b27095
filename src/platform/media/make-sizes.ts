import type { Db } from '#platform/database/database.ts';
import { type FileStore, readWhole } from '#platform/files/store/file-store.ts';
import { encodeSize } from './encode.ts';
import { findOriginal, insertSizes, listSizes, type Original, recordFailed } from './records.ts';
import { createFileName, formats, listWidths, type Width } from './sizes.ts';
import { type MediaFiles, quickKey, sizeKey, toStoreKey } from './store-files.ts';

/** Makes only missing sizes, so that an interrupted job continues. */
export async function makeSizes(
  db: Db,
  files: MediaFiles,
  mediaId: number,
  { maxPixels, isLastAttempt }: { readonly maxPixels: number; readonly isLastAttempt: boolean },
): Promise<void> {
  const original = await findOriginal(db, { id: mediaId });
  if (!original) return;
  try {
    await makeMissingSizes(db, files.store, original, maxPixels);
    await deleteQuickSizes(files.cache, original);
  } catch (error) {
    if (isLastAttempt)
      await recordFailed(db, mediaId, error instanceof Error ? error.message.slice(0, 300) : 'unknown');
    throw error;
  }
}

export type ExistingSizes = (fileName: string) => Promise<Buffer | null>;

export async function storeExistingSizes(
  db: Db,
  store: FileStore,
  original: Original,
  existingSizes: ExistingSizes,
): Promise<'all' | 'some' | 'none'> {
  const wanted = listWidths(original.width).flatMap((width) => formats.map((format) => ({ width, format })));
  const found = await Promise.all(
    wanted.map(async ({ width, format }) => {
      const name = createFileName(original.sha256, width, format);
      const bytes = await existingSizes(name);
      if (!bytes) return [];
      await store.put(toStoreKey(sizeKey(name)), bytes);
      return [{ width, format, key: sizeKey(name), bytes: bytes.length }];
    }),
  );
  const files = found.flat();
  await insertSizes(db, original, files);
  if (files.length === wanted.length) return 'all';
  return files.length > 0 ? 'some' : 'none';
}

async function makeMissingSizes(
  db: Db,
  store: FileStore,
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
    bytes ??= await readWhole(store, toStoreKey(key));
    const files = [];
    for (const file of await encodeSize(bytes, width, missing, maxPixels)) {
      const name = sizeKey(createFileName(sha256, width, file.format));
      await store.put(toStoreKey(name), file.bytes);
      files.push({ width, format: file.format, key: name, bytes: file.bytes.length });
    }
    await insertSizes(db, { id, sha256 }, files);
  }
}

async function deleteQuickSizes(cache: FileStore, { sha256, width: originalWidth }: Original): Promise<void> {
  const keys = listWidths(originalWidth).flatMap((width) =>
    (['webp', 'jpg'] as const).map((format) => toStoreKey(quickKey(createFileName(sha256, width, format)))),
  );
  await cache.delete(keys);
}
