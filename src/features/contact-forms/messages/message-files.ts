import { constants } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { messageFilesFolder, privateFolderOptions } from '#platform/config/data-folders.ts';

const getPath = (dataDir: string, id: string) => join(messageFilesFolder(dataDir), id.slice(0, 2), id);

/** Moves a received file to its place. */
export async function keepMessageFile(dataDir: string, id: string, receivedPath: string): Promise<void> {
  const path = getPath(dataDir, id);
  await mkdir(dirname(path), privateFolderOptions);
  await rename(receivedPath, path);
}

export async function deleteMessageFiles(dataDir: string, ids: readonly string[]): Promise<void> {
  await Promise.all(ids.map((id) => rm(getPath(dataDir, id), { force: true })));
}

/** @throws when the file is missing */
export const readMessageFile = (dataDir: string, id: string): Promise<Buffer> => readFile(getPath(dataDir, id));

/** @throws when the file is missing, or the target exists */
export async function copyMessageFile(dataDir: string, id: string, target: string): Promise<void> {
  await copyFile(getPath(dataDir, id), target, constants.COPYFILE_EXCL);
}

/** Lists ids of files that were written before. */
export async function* listOldMessageFiles(dataDir: string, before: Date): AsyncGenerator<string[]> {
  const root = messageFilesFolder(dataDir);
  for (const folder of await listNames(root)) {
    const old: string[] = [];
    for (const name of await listNames(join(root, folder))) {
      const found = await stat(join(root, folder, name)).catch(() => null);
      if (found?.isFile() && found.mtime < before) old.push(name);
    }
    yield old;
  }
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
