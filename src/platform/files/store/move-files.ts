import { createHash } from 'node:crypto';
import { FileMissingError, type FileStore, type StoredFile, storedFolders } from './file-store.ts';

export interface MoveReport {
  readonly files: number;
  readonly bytes: number;
  /** Number of files whose identical copy existed already. */
  readonly same: number;
  /** Keys of files whose copies differ after the transfer. These files are not deleted from the first store. */
  readonly failed: readonly string[];
}

interface MoveOptions {
  readonly from: FileStore;
  readonly to: FileStore;
  /** Whether the first store keeps its files. */
  readonly keeps: boolean;
  readonly onProgress?: (files: number) => void;
}

/**
 * Files that an interrupted restore has left; the next restore replaces them. The name is that of `STAGING` of
 * backups.
 */
const staged = /^[^/]+\/\.restoring\//;

/** Image sizes that were made on request; another request makes them again. */
const temporary = 'media/quick/';

async function hash(store: FileStore, key: string): Promise<string> {
  const digest = createHash('sha256');
  for await (const chunk of await store.read(key)) digest.update(chunk as Buffer);
  return digest.digest('hex');
}

async function isSame(from: FileStore, to: FileStore, { key, bytes }: StoredFile): Promise<boolean> {
  const copy = await to.find(key);
  return copy?.bytes === bytes && (await hash(from, key)) === (await hash(to, key));
}

/**
 * Moves all files from one store to the other. A file is deleted only after its copy was read again and has the same
 * hash, so the command can be interrupted at any moment and repeated.
 */
export async function moveFiles({ from, to, keeps, onProgress }: MoveOptions): Promise<MoveReport> {
  const failed: string[] = [];
  let [files, bytes, same] = [0, 0, 0];
  for (const folder of storedFolders) {
    for await (const file of from.list(`${folder}/`)) {
      if (staged.test(file.key)) continue;
      const outcome = file.key.startsWith(temporary) ? 'temporary' : await copyFile(from, to, file);
      if (outcome === 'failed') failed.push(file.key);
      if (outcome === 'failed' || outcome === 'gone') continue;
      if (!keeps) await from.delete([file.key]);
      if (outcome === 'temporary') continue;
      files += 1;
      bytes += file.bytes;
      if (outcome === 'same') same += 1;
      onProgress?.(files);
    }
  }
  return { files, bytes, same, failed };
}

/** @returns 'gone' for a file that a running shop has deleted meanwhile */
async function copyFile(
  from: FileStore,
  to: FileStore,
  file: StoredFile,
): Promise<'copied' | 'same' | 'failed' | 'gone'> {
  try {
    if (await isSame(from, to, file)) return 'same';
    await to.putStream(file.key, await from.read(file.key), file.bytes);
    return (await isSame(from, to, file)) ? 'copied' : 'failed';
  } catch (error) {
    if (error instanceof FileMissingError) return 'gone';
    throw error;
  }
}
