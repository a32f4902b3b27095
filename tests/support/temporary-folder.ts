import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '#platform/database/embedded/processes.ts';

/** A file system in memory. Creating the files of a database takes 30 ms there, and up to a second on a disk. */
const memoryFolder = '/dev/shm';
const prefix = 'vitrine-tests-';
/** Bytes that a run may need at most. */
const enoughMemory = 4 * 1024 ** 3;

/**
 * Makes a folder for the temporary files of a test run, in memory if there is enough. Removes the
 * folders of runs that were killed.
 */
export function makeTemporaryFolder(): string {
  const folder = mkdtempSync(join(findPlace(), `${prefix}${process.pid}-`));
  // When this runs as root, PostgreSQL runs as another user and must reach its folder below.
  chmodSync(folder, 0o755);
  return folder;
}

function findPlace(): string {
  if (!existsSync(memoryFolder)) return tmpdir();
  for (const name of readdirSync(memoryFolder)) {
    const [, pid] = name.startsWith(prefix) ? (/(\d+)-\w+$/.exec(name) ?? []) : [];
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(memoryFolder, name), { recursive: true, force: true });
  }
  const { bavail, bsize } = statfsSync(memoryFolder);
  return bavail * bsize < enoughMemory ? tmpdir() : memoryFolder;
}
