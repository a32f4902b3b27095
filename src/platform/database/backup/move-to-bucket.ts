import type { FileStore } from '#platform/files/store/file-store.ts';
import { moveFiles } from '#platform/files/store/move-files.ts';
import { BackupError, FILE_FOLDERS, type FileFolder, type Manifest } from './format.ts';

interface Stores {
  readonly from: FileStore;
  readonly to: FileStore;
}

interface MovedFiles {
  /** Paths of files whose copies in the bucket differ. */
  readonly failed: readonly string[];
  /** Number of deleted files that the backup does not contain. */
  readonly deleted: number;
}

const listRestoredFolders = (manifest: Manifest): readonly FileFolder[] =>
  FILE_FOLDERS.filter((name) => (manifest[name] ?? []).length > 0);

/** @throws MEDIA_NOT_EMPTY when the bucket has files in a folder for which the backup has files */
export async function requireNoStoredFiles(bucket: FileStore, manifest: Manifest): Promise<void> {
  for (const name of listRestoredFolders(manifest))
    for await (const { key } of bucket.list(`${name}/`))
      throw new BackupError(
        'MEDIA_NOT_EMPTY',
        `${bucket.description} has files below ${name}/, such as ${key}. Restore into an empty bucket, or pass --replace to delete what the backup does not hold.`,
      );
}

/**
 * Moves restored files to the bucket. Other files of the bucket, in folders for which the backup has files, are
 * deleted last, so that an interrupted restore has lost nothing.
 * @throws MOVE_STOPPED
 */
export async function moveToBucket(stores: Stores, manifest: Manifest): Promise<MovedFiles> {
  try {
    return await moveAndDelete(stores, manifest);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new BackupError(
      'MOVE_STOPPED',
      `The database and the files below ${stores.from.description} are restored, but not all of these are in ${stores.to.description}: ${reason}. Run 'files move bucket' to go on. Files that the backup does not hold may be left in the bucket.`,
      { cause: error },
    );
  }
}

async function moveAndDelete({ from, to }: Stores, manifest: Manifest): Promise<MovedFiles> {
  const { failed } = await moveFiles({ from, to, keeps: false });
  if (failed.length > 0) return { failed, deleted: 0 };
  let deleted = 0;
  for (const name of listRestoredFolders(manifest)) {
    const restored = new Set(manifest[name]?.map(({ path }) => `${name}/${path}`));
    const surplus: string[] = [];
    for await (const { key } of to.list(`${name}/`)) if (!restored.has(key)) surplus.push(key);
    await to.delete(surplus);
    deleted += surplus.length;
  }
  return { failed, deleted };
}
