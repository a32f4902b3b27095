import { constants, createReadStream } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { privateFolderOptions } from '#platform/config/data-folders.ts';

/**
 * Private files in a folder, each named by the id of its row. Rows are the only index: files are
 * written before their rows and deleted after them, so that a row always has its file.
 */
export interface PrivateFiles {
  /** Moves a received file to its place, at once. Both are on one disk. */
  readonly keep: (id: string, receivedPath: string) => Promise<void>;
  /** Files that are missing are no error. */
  readonly remove: (ids: readonly string[]) => Promise<void>;
  /** @returns null when the file is missing */
  readonly open: (id: string) => Promise<{ readonly bytes: number; readonly stream: () => Readable } | null>;
  /** @throws when the file is missing */
  readonly read: (id: string) => Promise<Buffer>;
  /** @throws when the file is missing, or the target exists */
  readonly copyTo: (id: string, target: string) => Promise<void>;
  /**
   * Deletes files without a row that a crash has left. New ones may have none yet.
   * @param findExisting which of these ids have a row
   * @returns the number of deleted files
   */
  readonly removeStray: (
    findExisting: (ids: readonly string[]) => Promise<readonly { readonly id: string }[]>,
  ) => Promise<number>;
}

const hourMs = 60 * 60 * 1000;

/** @param folder its own, in the data folder; it need not exist */
export function createPrivateFiles(folder: string): PrivateFiles {
  const getPath = (id: string) => join(folder, id.slice(0, 2), id);
  const remove = async (ids: readonly string[]) => {
    await Promise.all(ids.map((id) => rm(getPath(id), { force: true })));
  };
  return {
    remove,
    async keep(id, receivedPath) {
      const path = getPath(id);
      await mkdir(dirname(path), privateFolderOptions);
      await rename(receivedPath, path);
    },
    async open(id) {
      const path = getPath(id);
      const found = await stat(path).catch(() => null);
      return found?.isFile() ? { bytes: found.size, stream: () => createReadStream(path) } : null;
    },
    read: (id) => readFile(getPath(id)),
    copyTo: (id, target) => copyFile(getPath(id), target, constants.COPYFILE_EXCL),
    async removeStray(findExisting) {
      let removed = 0;
      for (const name of await listNames(folder)) {
        const old = await listOldFiles(join(folder, name));
        if (old.length === 0) continue;
        const existing = new Set((await findExisting(old)).map(({ id }) => id));
        const stray = old.filter((id) => !existing.has(id));
        await remove(stray);
        removed += stray.length;
      }
      return removed;
    },
  };
}

/**
 * Deletes the files of a folder that were written more than an hour ago.
 * @returns their number
 */
export async function deleteOldFiles(folder: string): Promise<number> {
  const old = await listOldFiles(folder);
  await Promise.all(old.map((name) => rm(join(folder, name), { force: true })));
  return old.length;
}

async function listOldFiles(folder: string): Promise<string[]> {
  const before = Date.now() - hourMs;
  const old: string[] = [];
  for (const name of await listNames(folder)) {
    const found = await stat(join(folder, name)).catch(() => null);
    if (found?.isFile() && found.mtimeMs < before) old.push(name);
  }
  return old;
}

/** @returns nothing for a folder that does not exist */
async function listNames(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw error;
  }
}
