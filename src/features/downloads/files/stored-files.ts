import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { FileStore, StoredFile } from '#platform/files/store/file-store.ts';

export const isAddress = (location: string): boolean => /^https?:\/\//i.test(location);

/**
 * Returns the file name below `downloads` in the store. Of a path in an imported catalogue only the last part counts.
 * Fetched files are named by the hash of their address.
 */
export function getStoredName(location: string): string {
  if (isAddress(location)) return `fetched/${createHash('sha256').update(location).digest('hex')}`;
  return basename(location.replaceAll('\\', '/').replaceAll('\0', ''));
}

/** Returns the name under which the buyer's browser saves the file. */
export function getFileName(location: string): string {
  const path = isAddress(location) && URL.canParse(location) ? decode(new URL(location).pathname) : location;
  return basename(path.replaceAll('\\', '/')) || 'download';
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** @returns null when the shop does not have the file of a location */
export async function findStoredFile(files: FileStore, location: string): Promise<StoredFile | null> {
  const key = toKey(location);
  return key === null ? null : files.find(key);
}

export const isStored = async (files: FileStore, location: string): Promise<boolean> =>
  (await findStoredFile(files, location)) !== null;

export const storeFetched = (files: FileStore, location: string, bytes: Buffer): Promise<void> =>
  files.put(requireKey(location), bytes);

/**
 * Copies a local file to the shop's downloads, under its own name.
 * @param replaces whether it may replace a file with the same name
 * @returns false when such a file exists and may not be replaced
 * @throws an error of the file system
 */
export async function addFile(files: FileStore, source: string, replaces: boolean): Promise<boolean> {
  const key = requireKey(basename(source));
  if (!replaces && (await files.find(key)) !== null) return false;
  const { size } = await stat(source);
  await files.putStream(key, createReadStream(source), size);
  return true;
}

/** @returns null for invalid names: hidden files, and paths */
function toKey(location: string): string | null {
  const name = getStoredName(location);
  return name === '' || name.startsWith('.') ? null : `downloads/${name}`;
}

function requireKey(location: string): string {
  const key = toKey(location);
  if (key === null) throw new Error('hidden files are no downloads');
  return key;
}
