import { chmodSync } from 'node:fs';
import { join } from 'node:path';

export const mediaFolder = (dataDir: string) => join(dataDir, 'media');
export const outboxFolder = (dataDir: string) => join(dataDir, 'outbox');

/** For folders that the shop makes in its data folder: no other user of the machine looks into them. */
export const privateFolderOptions = { recursive: true, mode: 0o700 } as const;

/** Closes a folder from before to other users. Does nothing where there is none, or where it belongs to somebody else. */
export function restrictFolder(folder: string): void {
  try {
    chmodSync(folder, privateFolderOptions.mode);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'EPERM' && code !== 'EROFS') throw error;
  }
}
