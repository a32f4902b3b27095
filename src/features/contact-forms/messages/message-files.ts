import type { Shop } from '#platform/features/shop.ts';
import { createPrivateFiles, type PrivateFiles } from '#platform/files/private-files.ts';

/** The files of messages, by the ids of their rows. */
export function openMessageFiles({ files }: Pick<Shop, 'files'>): PrivateFiles {
  return createPrivateFiles(files, 'message-files');
}
