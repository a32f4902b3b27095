import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runMigrations } from 'graphile-worker';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '#platform/database/database.ts';
import { type EmbeddedDatabase, startEmbedded } from '#platform/database/embedded/embedded.ts';
import { silentLog } from '#platform/database/log.ts';
import { migrate } from '#platform/database/migrate.ts';

/** The one PostgreSQL of a test run; its database `vitrine` is the migrated template that nobody connects to. */
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

async function makeTemplate({ connectionString }: EmbeddedDatabase): Promise<void> {
  const database = openDatabase({ connectionString, log: silentLog });
  try {
    await migrate(database, [{ owner: 'vitrine', folder: migrations }]);
    await runMigrations({ pgPool: database.pool, taskList: {}, noHandleSignals: true });
  } finally {
    await database.close();
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-tests-'));
  // PostgreSQL runs as another user when this is root, in folders below it.
  chmodSync(folder, 0o755);
  // What tests, and processes that they kill, leave in temporary folders goes with it.
  process.env.TMPDIR = folder;
  const dataDir = join(folder, 'postgres');
  const embedded = await startEmbedded({ dataDir, log: silentLog, durable: false });
  const teardown = async () => {
    await embedded.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await makeTemplate(embedded);
  } catch (error) {
    await teardown();
    throw error;
  }
  project.provide('postgres', { connectionString: embedded.connectionString, template: embedded.database });
  return teardown;
}
