import { createHash } from 'node:crypto';
import { FileMissingError, type FileStore, type StoredFile, storedFolders } from './file-store.ts';

export interface MoveReport {
  readonly files: number;
  readonly bytes: number;
  /** Files that were there before with the same content. */
  readonly same: number;
  /** Whose copies have another content: they stay where they are, too. */
  readonly failed: readonly string[];
}

interface MoveOptions {
  readonly from: FileStore;
  readonly to: FileStore;
  /** Whether the files stay where they are, too. */
  readonly keeps: boolean;
  readonly onProgress?: (files: number) => void;
}

/** What a restore that was killed has left: another restore begins with it. The name is that of `STAGING` of backups. */
const staged = /^[^/]+\/\.restoring\//;

/** Sizes that requests have made: another request makes them again. */
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
 * hash, so it may be killed at any moment and begun again: what is moved already is not listed any more.
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

/** @returns 'gone' for a file that an open shop has deleted meanwhile */
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
