import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { mediaFolder, privateFolderOptions } from '#platform/config/data-folders.ts';

/** Writes atomically: an immutable URL would cache a partial file for ever. */
class WholeFileDriver extends FSDriver {
  override async put(key: string, contents: string | Uint8Array): Promise<void> {
    const { location } = this.options;
    const path = join(typeof location === 'string' ? location : fileURLToPath(location), key);
    const temporaryPath = `${path}.${randomUUID()}.tmp`;
    await mkdir(dirname(path), privateFolderOptions);
    try {
      await writeFile(temporaryPath, contents, { flush: true });
      await rename(temporaryPath, path);
    } catch (error) {
      await rm(temporaryPath, { force: true });
      throw error;
    }
  }
}

/** Media on the local disk. Another flydrive disk (S3) can replace it. */
export function createMediaDisk(dataDir: string): Disk {
  return new Disk(new WholeFileDriver({ location: mediaFolder(dataDir), visibility: 'public' }));
}

const extensions = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/gif': 'gif',
} as const;

export type OriginalType = keyof typeof extensions;

export function originalKey(sha256: string, mime: OriginalType): string {
  return `originals/${sha256.slice(0, 2)}/${sha256}.${extensions[mime]}`;
}

/** Final, made by the job. */
export function sizeKey(fileName: string): string {
  return `sizes/${fileName.slice(0, 2)}/${fileName}`;
}

/** Temporary, made by a request before the job. */
export function quickKey(fileName: string): string {
  return `quick/${fileName.slice(0, 2)}/${fileName}`;
}

export async function readStoredFile(disk: Disk, key: string): Promise<Buffer> {
  return buffer(await disk.getStream(key));
}
