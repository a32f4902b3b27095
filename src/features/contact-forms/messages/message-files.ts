import { messageFilesFolder } from '#platform/config/data-folders.ts';
import type { Shop } from '#platform/features/shop.ts';
import { createPrivateFiles, type PrivateFiles } from '#platform/files/private-files.ts';

/** The files of messages, by the ids of their rows. */
export function openMessageFiles({ config }: Pick<Shop, 'config'>): PrivateFiles {
  return createPrivateFiles(messageFilesFolder(config.dataDir));
}
