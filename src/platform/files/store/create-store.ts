import { mediaFolder, restrictFolder } from '#platform/config/data-folders.ts';
import { type BucketConfig, createBucketStore } from './bucket-store.ts';
import { createDiskStore } from './disk-store.ts';
import type { FileStore } from './file-store.ts';

export interface FileStoreConfig {
  readonly dataDir: string;
  /** Null for the data folder. */
  readonly bucket?: BucketConfig | null;
}

export function createFileStore({ dataDir, bucket }: FileStoreConfig): FileStore {
  if (bucket) return createBucketStore(bucket);
  restrictFolder(mediaFolder(dataDir));
  return createDiskStore(dataDir);
}
