import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runMigrations } from 'graphile-worker';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '#platform/database/database.ts';
import { type EmbeddedDatabase, startEmbedded } from '#platform/database/embedded/embedded.ts';
import { silentLog } from '#platform/database/log.ts';
import { type MigrationSet, migrate } from '#platform/database/migrate.ts';

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

const root = join(import.meta.dirname, '..');

/** The shop's own migrations, then those of every example. */
function allMigrations(): MigrationSet[] {
  const examples = join(root, 'examples');
  const outside = existsSync(examples) ? readdirSync(examples) : [];
  return [
    { owner: 'vitrine', folder: join(root, 'migrations') },
    ...outside
      .map((owner) => ({ owner, folder: join(examples, owner, 'migrations') }))
      .filter(({ folder }) => existsSync(folder)),
  ];
}

async function makeTemplate({ connectionString }: EmbeddedDatabase): Promise<void> {
  const database = openDatabase({ connectionString, log: silentLog });
  try {
    await migrate(database, allMigrations());
    await runMigrations({ pgPool: database.pool, taskList: {}, noHandleSignals: true });
  } finally {
    await database.close();
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-test-'));
  const embedded = await startEmbedded({ dataDir, log: silentLog, durable: false });
  const teardown = async () => {
    await embedded.stop();
    rmSync(dataDir, { recursive: true, force: true });
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
