import type { Readable } from 'node:stream';
import type { Db } from '#platform/database/database.ts';
import { FileMissingError, readWhole, type StoredFile } from '#platform/files/store/file-store.ts';
import { createConcurrencyLimit, LimitReachedError } from './concurrency-limit.ts';
import { encodeQuickly } from './encode.ts';
import { findOriginal, findReplacement } from './records.ts';
import { createFileName, listWidths, mimeTypes, parseFileName, type SizeName } from './sizes.ts';
import { findSize, type MediaFiles, quickKey, sizeKey, toStoreKey } from './store-files.ts';

export interface OpenedSize {
  readonly type: string;
  readonly bytes: number;
  /** A strong validator. */
  readonly etag: string;
  /** False for a quick encoding that the job will replace. */
  readonly isFinal: boolean;
  stream(): Promise<Readable>;
}

export type OpenResult =
  | { readonly ok: true; readonly file: OpenedSize }
  | { readonly ok: false; readonly code: 'NOT_FOUND' | 'BUSY' }
  /** The picture has another content now, which has this name. */
  | { readonly ok: false; readonly code: 'REPLACED'; readonly name: string };

export type OpenSize = (db: Db, name: string) => Promise<OpenResult>;

const notFound = { ok: false, code: 'NOT_FOUND' } as const;

/** Opens the file of a size. Encodes a missing one quickly, once, as WebP or JPEG. */
export function createOpenSize(files: MediaFiles, maxPixels: number): OpenSize {
  const limit = createConcurrencyLimit(2, 100);
  const pending = new Map<string, Promise<boolean>>();

  const encodeMissing = async (
    db: Db,
    { hashPrefix, width, format }: SizeName & { format: 'webp' | 'jpg' },
    key: string,
  ) => {
    const original = await findOriginal(db, { hashPrefix });
    if (!original || !listWidths(original.width).includes(width)) return false;
    const bytes = await limit(async () =>
      encodeQuickly(await readWhole(files.store, toStoreKey(original.key)), width, format, maxPixels),
    );
    await files.cache.put(key, bytes);
    return true;
  };

  return async (db, name) => {
    const size = parseFileName(name);
    if (!size) return notFound;
    const finalFile = openFile(files, await findSize(files, toStoreKey(sizeKey(name))), size, true);
    if (finalFile) return finalFile;
    const quickSize = { ...size, format: size.format === 'jpg' ? ('jpg' as const) : ('webp' as const) };
    const key = toStoreKey(quickKey(createFileName(size.hashPrefix, quickSize.width, quickSize.format)));
    const openQuick = async () => openFile(files, await files.cache.find(key), quickSize, false);
    const quickFile = await openQuick();
    if (quickFile) return quickFile;
    const work = pending.get(key) ?? encodeMissing(db, quickSize, key).finally(() => pending.delete(key));
    pending.set(key, work);
    try {
      const opened = (await work) ? await openQuick() : null;
      return opened ?? (await findReplaced(db, size)) ?? notFound;
    } catch (error) {
      if (error instanceof LimitReachedError) return { ok: false, code: 'BUSY' };
      throw error;
    }
  };
}

/** The size of the present content that is as wide as the one of a former content, or as wide as there is. */
async function findReplaced(db: Db, { hashPrefix, width, format }: SizeName): Promise<OpenResult | null> {
  const now = await findReplacement(db, hashPrefix);
  if (now === null) return null;
  const widths = listWidths(now.width);
  const closest = widths.find((each) => each >= width) ?? widths.at(-1) ?? width;
  return { ok: false, code: 'REPLACED', name: createFileName(now.sha256, closest, format) };
}

function openFile(
  { store, cache }: MediaFiles,
  found: StoredFile | null,
  size: SizeName,
  isFinal: boolean,
): OpenResult | null {
  if (found === null) return null;
  const isCopy = isFinal && store !== cache;
  const { key, bytes, modifiedAt } = found;
  // Machines copy a size of a bucket at different times.
  const version = isCopy ? bytes.toString(36) : `${bytes.toString(36)}-${modifiedAt.getTime().toString(36)}`;
  const etag = `"${size.hashPrefix}-${size.width}-${size.format}-${version}"`;
  // The limit of the cache may delete a file after it was found. The bucket has the same bytes.
  const stream = () =>
    cache.read(key).catch((error: unknown) => {
      if (isCopy && error instanceof FileMissingError) return store.read(key);
      throw error;
    });
  return { ok: true, file: { type: mimeTypes[size.format], bytes, etag, isFinal, stream } };
}
