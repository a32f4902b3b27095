import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { runMigrations } from 'graphile-worker';
import type { TestProject } from 'vitest/node';
import { projectRoot } from '#platform/config/project-root.ts';
import { openDatabase } from '#platform/database/database.ts';
import { type EmbeddedDatabase, startEmbedded } from '#platform/database/embedded/embedded.ts';
import { silentLog } from '#platform/database/log.ts';
import { migrate } from '#platform/database/migrate.ts';
import { forgetBuilds } from './build-once.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

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

const migrations = join(projectRoot, 'migrations');

async function createTemplate({ connectionString }: EmbeddedDatabase): Promise<void> {
  const database = openDatabase({ connectionString, log: silentLog });
  try {
    await migrate(database, [{ owner: 'vitrine', folder: migrations }]);
    await runMigrations({ pgPool: database.pool, taskList: {}, noHandleSignals: true });
  } finally {
    await database.close();
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = makeTemporaryFolder();
  // Temporary files of tests and of killed processes are removed with this folder.
  process.env.TMPDIR = folder;
  const dataDir = join(folder, 'postgres');
  const embedded = await startEmbedded({ dataDir, log: silentLog, durable: false });
  const teardown = async () => {
    await embedded.stop();
    rmSync(folder, { recursive: true, force: true });
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
