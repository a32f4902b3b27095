import { randomUUID } from 'node:crypto';
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { incomingFolder, privateFolderOptions } from '#platform/config/data-folders.ts';
import { postgresError } from '#platform/database/postgres-errors.ts';
import type { Log } from '#platform/http/log.ts';

/** Tells whether there is room on the disks of the data folder and of the database. */
export interface Storage {
  /** Records an error of a full disk. It is logged once for each disk, until there is room again. */
  reportFull(error: unknown): void;
  /**
   * Checks the data folder for room, at most every few seconds, and whether the database has recently reported a full
   * disk.
   */
  isFull(): Promise<boolean>;
}

declare module '#platform/features/shop.ts' {
  interface Shop {
    readonly storage: Storage;
  }
}

type Disk = 'data folder' | 'database';

const fullCodes = new Set(['ENOSPC', 'EDQUOT']);
/** PostgreSQL's `disk_full`. */
const databaseDiskFull = '53100';
const minFreeBytes = 1024 * 1024;
/** Milliseconds between two checks, and between two checks while the disk is full. */
const checkInterval = 5_000;
const recheckInterval = 1_000;
/**
 * Milliseconds without an error after which the database's disk counts as having room. The shop can't check that
 * disk.
 */
const databaseRecoveryDelay = 30_000;

/** Whether a write failed because a disk is full, or a quota is used up. */
export function isStorageFull(error: unknown): boolean {
  if (isDatabaseFull(error)) return true;
  let cause = error;
  for (let depth = 0; cause instanceof Error && depth < 10; depth += 1, cause = cause.cause)
    if (fullCodes.has((cause as NodeJS.ErrnoException).code ?? '')) return true;
  return false;
}

const isDatabaseFull = (error: unknown) => postgresError(error)?.code === databaseDiskFull;

export function createStorage(dataDir: string, log: Log): Storage {
  const folder = incomingFolder(dataDir);
  /** Full disks, with the time of the last error of each. */
  const full = new Map<Disk, number>();
  let check: Promise<boolean> | undefined;
  let checkedAt = Number.NEGATIVE_INFINITY;

  const hasRoom = (): Promise<boolean> => {
    if (check === undefined || performance.now() - checkedAt > checkInterval) {
      checkedAt = performance.now();
      check = tryToWrite(folder);
    }
    return check;
  };
  const reportFull = (error: unknown) => {
    const disk = isDatabaseFull(error) ? 'database' : 'data folder';
    const isKnown = full.has(disk);
    full.set(disk, performance.now());
    if (isKnown) return;
    log.error(
      { err: error, ...(disk === 'data folder' ? { folder: dataDir } : {}) },
      `the disk of the ${disk} is full; what would be stored is answered with 503`,
    );
    void awaitRoom(disk);
  };
  const isStillFull = async (disk: Disk) =>
    disk === 'database'
      ? performance.now() - (full.get(disk) ?? 0) < databaseRecoveryDelay
      : !(await tryToWrite(folder));
  const awaitRoom = async (disk: Disk) => {
    do await sleep(recheckInterval, undefined, { ref: false });
    while (await isStillFull(disk));
    full.delete(disk);
    log.info({}, `the disk of the ${disk} has room again`);
  };
  return {
    reportFull,
    async isFull() {
      return full.size > 0 || !(await hasRoom());
    },
  };
}

/** @returns false when the disk is full; other problems of the folder count as room */
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
