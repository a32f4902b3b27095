import type { FileStore, StoredFile } from './file-store.ts';

/**
 * A store of files that may be lost, of which a folder has a size: those that were stored longest ago are deleted.
 * Each process measures the folder with its first file and after each tenth of the size, so that processes which share
 * it need not know of each other.
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
      // The next file tries again.
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
      // The measurement runs in the background.
      if (unmeasured >= step && !isMeasuring) void measure();
    },
  };
}

/** @returns keys of the oldest files, without which the others have at most so many bytes */
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
