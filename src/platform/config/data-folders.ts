import { chmodSync } from 'node:fs';
import { join } from 'node:path';

export const mediaFolder = (dataDir: string) => join(dataDir, 'media');
/** Private files of shoppers. */
export const uploadsFolder = (dataDir: string) => join(dataDir, 'uploads');
/** Private files of contact messages. */
export const messageFilesFolder = (dataDir: string) => join(dataDir, 'message-files');
/** Photographs of reviews, encoded by the shop. */
export const reviewPhotographsFolder = (dataDir: string) => join(dataDir, 'review-photographs');
export const downloadsFolder = (dataDir: string) => join(dataDir, 'downloads');
/**
 * Files of requests that are not answered yet. The folder is on the disk of `uploads`, so that files can be renamed
 * into it.
 */
export const incomingFolder = (dataDir: string) => join(dataDir, 'incoming');
export const outboxFolder = (dataDir: string) => join(dataDir, 'outbox');

/** Mkdir options for the data folder: other users of the machine have no access. */
export const privateFolderOptions = { recursive: true, mode: 0o700 } as const;

/** Removes other users' access to an existing folder. Ignores a folder that is missing or belongs to another user. */
export function restrictFolder(folder: string): void {
  try {
    chmodSync(folder, privateFolderOptions.mode);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'EPERM' && code !== 'EROFS') throw error;
  }
}
