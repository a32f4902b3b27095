import { randomUUID } from 'node:crypto';
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { incomingFolder, privateFolderOptions } from '#platform/config/data-folders.ts';
import { postgresError } from '#platform/database/postgres-errors.ts';
import type { Log } from '#platform/http/log.ts';

/** Whether the disk of the data folder takes files. */
export interface Storage {
  /** Notes an error of a full disk. Logged once, until there is room again. */
  reportFull(error: unknown): void;
  /** Looks whether there is room. At most every few seconds. */
  isFull(): Promise<boolean>;
}

declare module '#platform/features/shop.ts' {
  interface Shop {
    readonly storage: Storage;
  }
}

const fullCodes = new Set(['ENOSPC', 'EDQUOT']);
/** PostgreSQL's `disk_full`. */
const databaseDiskFull = '53100';
/** Bytes that must be free. */
const minFreeBytes = 1024 * 1024;
/** Milliseconds between two looks, and between two while the disk is full. */
const lookAfter = 5_000;
const lookAgainAfter = 1_000;

/** Whether something was not written because a disk is full, or a quota is used up. */
export function isStorageFull(error: unknown): boolean {
  if (postgresError(error)?.code === databaseDiskFull) return true;
  let cause = error;
  for (let depth = 0; cause instanceof Error && depth < 10; depth += 1, cause = cause.cause)
    if (fullCodes.has((cause as NodeJS.ErrnoException).code ?? '')) return true;
  return false;
}

export function createStorage(dataDir: string, log: Log): Storage {
  const folder = incomingFolder(dataDir);
  let isReported = false;
  let look: Promise<boolean> | undefined;
  let lookedAt = Number.NEGATIVE_INFINITY;

  const hasRoom = (): Promise<boolean> => {
    if (look === undefined || performance.now() - lookedAt > lookAfter) {
      lookedAt = performance.now();
      look = tryToWrite(folder);
    }
    return look;
  };
  const reportFull = (error: unknown) => {
    if (isReported) return;
    isReported = true;
    log.error({ err: error, folder: dataDir }, 'the disk is full; what would be stored is answered with 503');
    void awaitRoom();
  };
  const awaitRoom = async () => {
    do await sleep(lookAgainAfter, undefined, { ref: false });
    while (!(await tryToWrite(folder)));
    isReported = false;
    log.info({ folder: dataDir }, 'the disk has room again');
  };
  return {
    reportFull,
    async isFull() {
      return isReported || !(await hasRoom());
    },
  };
}

/** @returns false when the disk is full; another problem of the folder is not this one's */
async function tryToWrite(folder: string): Promise<boolean> {
  const path = join(folder, randomUUID());
  try {
    await mkdir(folder, privateFolderOptions);
    const { bavail, bsize } = await statfs(folder);
    if (bavail * bsize < minFreeBytes) return false;
    await writeFile(path, Buffer.alloc(4096), { mode: 0o600, flag: 'wx' });
    return true;
  } catch (error) {
    return !isStorageFull(error);
  } finally {
    await rm(path, { force: true }).catch(() => {});
  }
}
