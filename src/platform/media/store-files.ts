import { join } from 'node:path';
import { createDiskStore } from '#platform/files/store/disk-store.ts';
import { FileMissingError, type FileStore, readWhole, type StoredFile } from '#platform/files/store/file-store.ts';
import { limitBytes } from '#platform/files/store/limit-bytes.ts';

/** Where pictures are: originals and sizes in the store, and what may be lost on this machine. */
export interface MediaFiles {
  readonly store: FileStore;
  /** Of this machine: quick sizes, and copies of what a bucket has. */
  readonly cache: FileStore;
}

/** On disk, quick sizes are beside the others. @param maxBytes of the copies that this machine has of a bucket */
export function createMediaFiles(store: FileStore, dataDir: string, maxBytes: number): MediaFiles {
  if (store.kind === 'disk') return { store, cache: store };
  return { store, cache: limitBytes(createDiskStore(join(dataDir, 'cache')), 'media/', maxBytes) };
}

/** Milliseconds until a copy of a size is compared with the bucket: the picture may have been deleted there. */
const copyAge = 60 * 60 * 1000;

const pending = new Map<string, Promise<StoredFile | null>>();

/**
 * Finds a size that the job has made. One of a bucket is copied to this machine first, once, so that later requests
 * neither wait for the bucket nor load it.
 */
export async function findSize({ store, cache }: MediaFiles, key: string): Promise<StoredFile | null> {
  const found = await cache.find(key);
  if (store === cache || (found && Date.now() - found.modifiedAt.getTime() < copyAge)) return found;
  const id = `${cache.description} ${key}`;
  const work = pending.get(id) ?? copyToCache(store, cache, key).finally(() => pending.delete(id));
  pending.set(id, work);
  return work;
}

async function copyToCache(store: FileStore, cache: FileStore, key: string): Promise<StoredFile | null> {
  try {
    await cache.put(key, await readWhole(store, key));
  } catch (error) {
    if (!(error instanceof FileMissingError)) throw error;
    await cache.delete([key]);
    return null;
  }
  return cache.find(key);
}

const extensions = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/gif': 'gif',
} as const;

export type OriginalType = keyof typeof extensions;
export const originalTypes = Object.keys(extensions) as readonly OriginalType[];

/** As `platform.media` has it: below `media` in the store. */
export function originalKey(sha256: string, mime: OriginalType): string {
  return `originals/${sha256.slice(0, 2)}/${sha256}.${extensions[mime]}`;
}

/** The key in the store of what `platform.media` and `platform.media_files` name. */
export const toStoreKey = (key: string): string => `media/${key}`;

/** Final, made by the job. */
export function sizeKey(fileName: string): string {
  return `sizes/${fileName.slice(0, 2)}/${fileName}`;
}

/** Temporary, made by a request before the job. */
export function quickKey(fileName: string): string {
  return `quick/${fileName.slice(0, 2)}/${fileName}`;
}
