import type { Shop } from '#platform/features/shop.ts';
import { createPrivateFiles, type PrivateFiles } from '#platform/files/private-files.ts';

export function openMessageFiles({ files }: Pick<Shop, 'files'>): PrivateFiles {
  return createPrivateFiles(files, 'message-files');
}
