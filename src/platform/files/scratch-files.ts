import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { incomingFolder, privateFolderOptions } from '#platform/config/data-folders.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { PrivateFiles } from './private-files.ts';

/** Creates a name for a temporary file in a folder from which files that a crash leaves are deleted. */
export async function createScratchPath({ config }: Pick<Shop, 'config'>): Promise<string> {
  const folder = incomingFolder(config.dataDir);
  await mkdir(folder, privateFolderOptions);
  return join(folder, randomUUID());
}

/** Deletes the file after `work`. */
export async function withScratchPath<Result>(
  shop: Pick<Shop, 'config'>,
  work: (path: string) => Promise<Result>,
): Promise<Result> {
  const path = await createScratchPath(shop);
  try {
    return await work(path);
  } finally {
    await rm(path, { force: true });
  }
}

/** Deletes the copy after `work`. */
export const withCopy = <Result>(
  shop: Pick<Shop, 'config'>,
  files: PrivateFiles,
  fileId: string,
  work: (path: string) => Promise<Result>,
): Promise<Result> =>
  withScratchPath(shop, async (path) => {
    await files.copyTo(fileId, path);
    return work(path);
  });
