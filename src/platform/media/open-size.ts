import type { Readable } from 'node:stream';
import type { Disk } from 'flydrive';
import type { Db } from '#platform/database/database.ts';
import { createConcurrencyLimit, LimitReached } from './concurrency-limit.ts';
import { encodeQuickly } from './encode.ts';
import { findOriginal } from './records.ts';
import { fileName, getMimeType, parseFileName, type SizeName, widthsFor } from './sizes.ts';
import { quickKey, readWhole, sizeKey } from './store-files.ts';

export interface SizeFile {
  readonly type: string;
  readonly bytes: number;
  /** A strong validator. */
  readonly etag: string;
  /** False for a quick encoding that the job will replace. */
  readonly lasting: boolean;
  stream(): Promise<Readable>;
}

export type OpenResult =
  | { readonly ok: true; readonly file: SizeFile }
  | { readonly ok: false; readonly code: 'NOT_FOUND' | 'BUSY' };

export type OpenSize = (db: Db, name: string) => Promise<OpenResult>;

const notFound = { ok: false, code: 'NOT_FOUND' } as const;

/** Opens the file of a size. Encodes a missing one quickly, once, as WebP or JPEG. */
export function createOpenSize(disk: Disk, maxPixels: number): OpenSize {
  const limit = createConcurrencyLimit(2, 100);
  const making = new Map<string, Promise<boolean>>();

  const makeQuickly = async (db: Db, { short, width, format }: SizeName & { format: 'webp' | 'jpg' }, key: string) => {
    const original = await findOriginal(db, { short });
    if (!original || !widthsFor(original.width).includes(width)) return false;
    const bytes = await limit(async () => encodeQuickly(await readWhole(disk, original.key), width, format, maxPixels));
    await disk.put(key, bytes);
    return true;
  };

  return async (db, name) => {
    const size = parseFileName(name);
    if (!size) return notFound;
    const made = await openKey(disk, sizeKey(name), size, true);
    if (made) return made;
    const meanwhile = { ...size, format: size.format === 'jpg' ? ('jpg' as const) : ('webp' as const) };
    const key = quickKey(fileName(size.short, meanwhile.width, meanwhile.format));
    const quick = await openKey(disk, key, meanwhile, false);
    if (quick) return quick;
    const work = making.get(key) ?? makeQuickly(db, meanwhile, key).finally(() => making.delete(key));
    making.set(key, work);
    try {
      return (await work) ? ((await openKey(disk, key, meanwhile, false)) ?? notFound) : notFound;
    } catch (error) {
      if (error instanceof LimitReached) return { ok: false, code: 'BUSY' };
      throw error;
    }
  };
}

async function openKey(disk: Disk, key: string, size: SizeName, lasting: boolean): Promise<OpenResult | null> {
  if (!(await disk.exists(key))) return null;
  const { contentLength: bytes, lastModified } = await disk.getMetaData(key);
  const version = `${bytes.toString(36)}-${lastModified.getTime().toString(36)}`;
  const etag = `"${size.short}-${size.width}-${size.format}-${version}"`;
  return {
    ok: true,
    file: { type: getMimeType[size.format], bytes, etag, lasting, stream: () => disk.getStream(key) },
  };
}
