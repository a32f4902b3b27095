import { rm } from 'node:fs/promises';
import type { Shop } from '#platform/features/shop.ts';
import { createPrivateFiles, type PrivateFiles } from '#platform/files/private-files.ts';
import { createScratchPath } from '#platform/files/scratch-files.ts';

export const openFiles = ({ files }: Pick<Shop, 'files'>): PrivateFiles => createPrivateFiles(files, 'imports');

/** Streams from a copy of a stored file, and deletes the copy when the reader closes. */
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
