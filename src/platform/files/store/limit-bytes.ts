import type { FileStore, StoredFile } from './file-store.ts';

/**
 * Limits the size of a folder whose files may be lost: the files that were stored longest ago are deleted.
 * Each process measures the folder at its first file and after every tenth of the maximum size, so that processes
 * which share the folder need not know of each other.
 */
export function limitBytes(store: FileStore, folder: string, maxBytes: number): FileStore {
  const step = maxBytes / 10;
  let unmeasured = step;
  let isMeasuring = false;
  const measure = async () => {
    isMeasuring = true;
    unmeasured = 0;
    try {
      await store.delete(await findSurplus(store, folder, maxBytes - step));
    } catch {
      // The next stored file starts another measurement.
      unmeasured = step;
    } finally {
      isMeasuring = false;
    }
  };
  return {
    ...store,
    async put(key, content) {
      await store.put(key, content);
      unmeasured += content.length;
      if (unmeasured >= step && !isMeasuring) void measure();
    },
  };
}

/** @returns keys of the oldest files to delete, so that the others have at most `maxBytes` */
async function findSurplus(store: FileStore, folder: string, maxBytes: number): Promise<string[]> {
  const files: StoredFile[] = [];
  for await (const file of store.list(folder)) files.push(file);
  let total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const surplus: string[] = [];
  for (const { key, bytes } of files.sort((one, other) => one.modifiedAt.getTime() - other.modifiedAt.getTime())) {
    if (total <= maxBytes) break;
    total -= bytes;
    surplus.push(key);
  }
  return surplus;
}
