import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runMigrations } from 'graphile-worker';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '#platform/database/database.ts';
import { type EmbeddedDatabase, startEmbedded } from '#platform/database/embedded/embedded.ts';
import { isAlive } from '#platform/database/embedded/processes.ts';
import { silentLog } from '#platform/database/log.ts';
import { migrate } from '#platform/database/migrate.ts';
import { forgetBuilds } from './support/build-once.ts';

/** The PostgreSQL of a test run. Tests copy its migrated template and never connect to it. */
export interface TestServer {
  connectionString: string;
  template: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: TestServer;
  }
}

const migrations = join(import.meta.dirname, '../migrations');

async function createTemplate({ connectionString }: EmbeddedDatabase): Promise<void> {
  const database = openDatabase({ connectionString, log: silentLog });
  try {
    await migrate(database, [{ owner: 'vitrine', folder: migrations }]);
    await runMigrations({ pgPool: database.pool, taskList: {}, noHandleSignals: true });
  } finally {
    await database.close();
  }
}

/** A file system in memory. Creating the files of a database takes 30 ms there, and up to a second on a disk. */
const memoryFolder = '/dev/shm';
const prefix = 'vitrine-tests-';
/** Bytes that a run may need at most. */
const enoughMemory = 4 * 1024 ** 3;

/** Makes the folder of the databases, in memory if there is enough. Removes those of runs that were killed. */
function makeDatabaseFolder(temporary: string): string {
  if (!existsSync(memoryFolder)) return temporary;
  for (const name of readdirSync(memoryFolder)) {
    const [, pid] = name.startsWith(prefix) ? (/(\d+)-\w+$/.exec(name) ?? []) : [];
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(memoryFolder, name), { recursive: true, force: true });
  }
  const { bavail, bsize } = statfsSync(memoryFolder);
  return bavail * bsize < enoughMemory ? temporary : mkdtempSync(join(memoryFolder, `${prefix}${process.pid}-`));
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-tests-'));
  // When this runs as root, PostgreSQL runs as another user and must reach its folder below.
  chmodSync(folder, 0o755);
  // Temporary files of tests and of killed processes are removed with this folder.
  process.env.TMPDIR = folder;
  const databaseFolder = makeDatabaseFolder(folder);
  chmodSync(databaseFolder, 0o755);
  const dataDir = join(databaseFolder, 'postgres');
  const embedded = await startEmbedded({ dataDir, log: silentLog, durable: false });
  const teardown = async () => {
    await embedded.stop();
    for (const each of [databaseFolder, folder]) rmSync(each, { recursive: true, force: true });
  };
  try {
    await createTemplate(embedded);
  } catch (error) {
    await teardown();
    throw error;
  }
  project.onTestsRerun(async () => forgetBuilds());
  project.provide('postgres', { connectionString: embedded.connectionString, template: embedded.database });
  return teardown;
}
