import { createWriteStream } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type FileStore, readWhole, type StoredFolder } from './store/file-store.ts';

/**
 * Private files in a folder of the store, each named by the id of its row. Rows are the only index: files are
 * written before their rows and deleted after them, so that a row always has its file.
 */
export interface PrivateFiles {
  /** Moves a received file to its place atomically. */
  readonly keep: (id: string, receivedPath: string) => Promise<void>;
  /** Deletes files. Missing files are no error. */
  readonly remove: (ids: readonly string[]) => Promise<void>;
  /** @returns null when the file is missing */
  readonly open: (id: string) => Promise<{ readonly bytes: number; readonly stream: () => Promise<Readable> } | null>;
  /** @throws when the file is missing */
  readonly read: (id: string) => Promise<Buffer>;
  /** @throws when the file is missing, or the target exists */
  readonly copyTo: (id: string, target: string) => Promise<void>;
  /**
   * Deletes files without a row that a crash has left. Recent files are kept, since their row may not exist yet.
   * @param findExisting returns the ids that have a row
   * @returns the number of deleted files
   */
  readonly removeStray: (
    findExisting: (ids: readonly string[]) => Promise<readonly { readonly id: string }[]>,
  ) => Promise<number>;
}

const hourMs = 60 * 60 * 1000;
/** Number of files whose rows are looked up by one statement. */
const strayBatch = 500;

/** @param folder a folder of the store that only these files use */
export function createPrivateFiles(store: FileStore, folder: StoredFolder): PrivateFiles {
  const toKey = (id: string) => `${folder}/${id.slice(0, 2)}/${id}`;
  const remove = (ids: readonly string[]) => store.delete(ids.map(toKey));
  return {
    remove,
    keep: (id, receivedPath) => store.putFile(toKey(id), receivedPath),
    async open(id) {
      const found = await store.find(toKey(id));
      return found && { bytes: found.bytes, stream: () => store.read(toKey(id)) };
    },
    read: (id) => readWhole(store, toKey(id)),
    async copyTo(id, target) {
      await pipeline(await store.read(toKey(id)), createWriteStream(target, { flags: 'wx' }));
    },
    async removeStray(findExisting) {
      let removed = 0;
      const removeWithoutRow = async (old: readonly string[]) => {
        if (old.length === 0) return;
        const existing = new Set((await findExisting(old)).map(({ id }) => id));
        const stray = old.filter((id) => !existing.has(id));
        await remove(stray);
        removed += stray.length;
      };
      const before = Date.now() - hourMs;
      let old: string[] = [];
      for await (const { key, modifiedAt } of store.list(`${folder}/`)) {
        const [, , id] = key.split('/');
        if (id === undefined || modifiedAt.getTime() >= before) continue;
        old.push(id);
        if (old.length < strayBatch) continue;
        await removeWithoutRow(old);
        old = [];
      }
      await removeWithoutRow(old);
      return removed;
    },
  };
}

/**
 * Deletes the files of a local folder that were written more than an hour ago.
 * @returns the number of deleted files
 */
export async function deleteOldFiles(folder: string): Promise<number> {
  const before = Date.now() - hourMs;
  let removed = 0;
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
    throw error;
  });
  for (const name of names) {
    const found = await stat(join(folder, name)).catch(() => null);
    if (!found?.isFile() || found.mtimeMs >= before) continue;
    await rm(join(folder, name), { force: true });
    removed += 1;
  }
  return removed;
}
