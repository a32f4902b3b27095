import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, mkdir, rename, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { downloadsFolder, privateFolderOptions } from '#platform/config/data-folders.ts';

export const isAddress = (location: string): boolean => /^https?:\/\//i.test(location);

/**
 * The name in the shop's folder of downloads. Of a path in an imported catalogue only its last part
 * counts; what was fetched is named by the hash of its address.
 */
export function getStoredName(location: string): string {
  if (isAddress(location)) return join('fetched', createHash('sha256').update(location).digest('hex'));
  return basename(location.replaceAll('\\', '/').replaceAll('\0', ''));
}

/** The name that the buyer's browser gives the file. */
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

/** Whether the shop has the file of a location. */
export async function isStored(dataDir: string, location: string): Promise<boolean> {
  const found = await stat(join(downloadsFolder(dataDir), getStoredName(location))).catch(() => null);
  return found?.isFile() ?? false;
}

/** Stores what was fetched from an address. */
export async function storeFetched(dataDir: string, location: string, bytes: Buffer): Promise<void> {
  const path = await preparePath(dataDir, location);
  const part = `${path}.${process.pid}.part`;
  await writeFile(part, bytes, { mode: 0o600 });
  await rename(part, path);
}

/**
 * Copies a file into the shop's folder of downloads, under its own name.
 * @param replaces whether it may replace one of the same name
 * @throws an error of the file system; `EEXIST` when there is such a file
 */
export async function addFile(dataDir: string, source: string, replaces: boolean): Promise<void> {
  await copyFile(source, await preparePath(dataDir, basename(source)), replaces ? 0 : constants.COPYFILE_EXCL);
}

async function preparePath(dataDir: string, location: string): Promise<string> {
  const path = join(downloadsFolder(dataDir), getStoredName(location));
  await mkdir(dirname(path), privateFolderOptions);
  return path;
}
