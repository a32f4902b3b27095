import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { incomingFolder, privateFolderOptions } from '#platform/config/data-folders.ts';
import type { Shop } from '#platform/features/shop.ts';
import { createPrivateFiles, type PrivateFiles } from '#platform/files/private-files.ts';

/** Imported and exported files. */
export const openFiles = ({ files }: Pick<Shop, 'files'>): PrivateFiles => createPrivateFiles(files, 'imports');

/** A name for a file of the moment in the folder that is cleaned of what a crash leaves. */
export async function createScratchPath({ config }: Pick<Shop, 'config'>): Promise<string> {
  const folder = incomingFolder(config.dataDir);
  await mkdir(folder, privateFolderOptions);
  return join(folder, randomUUID());
}

/** Works with a copy of a stored file, and deletes it. */
export async function withCopy<Result>(
  shop: Pick<Shop, 'config' | 'files'>,
  fileId: string,
  work: (path: string, scratchPath: string) => Promise<Result>,
): Promise<Result> {
  const [path, scratchPath] = [await createScratchPath(shop), await createScratchPath(shop)];
  try {
    await openFiles(shop).copyTo(fileId, path);
    return await work(path, scratchPath);
  } finally {
    await rm(path, { force: true });
    await rm(scratchPath, { force: true });
  }
}

/** Streams from a copy of a stored file, and deletes it when the reader has gone. */
export async function* withCopyStream(
  shop: Pick<Shop, 'config' | 'files'>,
  fileId: string,
  read: (path: string) => AsyncGenerator<string>,
): AsyncGenerator<string> {
  const path = await createScratchPath(shop);
  try {
    await openFiles(shop).copyTo(fileId, path);
    yield* read(path);
  } finally {
    await rm(path, { force: true });
  }
}
