import { constants, createReadStream } from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { incomingFolder, privateFolderOptions, uploadsFolder } from '#platform/config/data-folders.ts';

const getPath = (dataDir: string, id: string) => join(uploadsFolder(dataDir), id.slice(0, 2), id);

/** Moves a received file to its place. */
export async function keepFile(dataDir: string, id: string, receivedPath: string): Promise<void> {
  const path = getPath(dataDir, id);
  await mkdir(dirname(path), privateFolderOptions);
  await rename(receivedPath, path);
}

export async function deleteFiles(dataDir: string, ids: readonly string[]): Promise<void> {
  await Promise.all(ids.map((id) => rm(getPath(dataDir, id), { force: true })));
}

/** @returns null when the file is missing */
export async function openFile(
  dataDir: string,
  id: string,
): Promise<{ readonly bytes: number; readonly stream: () => Readable } | null> {
  const path = getPath(dataDir, id);
  const found = await stat(path).catch(() => null);
  return found?.isFile() ? { bytes: found.size, stream: () => createReadStream(path) } : null;
}

/** @throws when the file is missing, or the target exists */
export async function copyFileTo(dataDir: string, id: string, target: string): Promise<void> {
  await copyFile(getPath(dataDir, id), target, constants.COPYFILE_EXCL);
}

/** Lists ids of files that were written before. */
export async function* listOldFiles(dataDir: string, before: Date): AsyncGenerator<string[]> {
  for (const folder of await listNames(uploadsFolder(dataDir))) {
    const path = join(uploadsFolder(dataDir), folder);
    yield await filterOld(path, await listNames(path), before);
  }
}

/** Deletes what requests have left that ended with a crash. */
export async function deleteOldIncoming(dataDir: string, before: Date): Promise<number> {
  const folder = incomingFolder(dataDir);
  const old = await filterOld(folder, await listNames(folder), before);
  await Promise.all(old.map((name) => rm(join(folder, name), { force: true })));
  return old.length;
}

async function listNames(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw error;
  }
}

async function filterOld(folder: string, names: readonly string[], before: Date): Promise<string[]> {
  const old: string[] = [];
  for (const name of names) {
    const found = await stat(join(folder, name)).catch(() => null);
    if (found?.isFile() && found.mtime < before) old.push(name);
  }
  return old;
}
