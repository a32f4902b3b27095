import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import { type Database, openDatabase } from '#platform/database/database.ts';
import { type EmbeddedDatabase, type EmbeddedOptions, startEmbedded } from '#platform/database/embedded/embedded.ts';
import { silentLog } from '#platform/database/log.ts';
import type {} from './global-setup.ts';
import { closeOpened } from './opened.ts';

export interface TestDatabase extends Database {
  readonly database: Database;
  /** For another process that uses the same database. */
  readonly connectionString: string;
}

interface TestDatabaseOptions {
  /** Without tables. */
  readonly empty?: boolean;
  /** Maximum connections. Default 5. */
  readonly connections?: number;
}

/**
 * A migrated database for a test file or a `describe`: created in `beforeAll`, dropped in
 * `afterAll`.
 */
export function useDatabase({ empty = false, connections = 5 }: TestDatabaseOptions = {}): TestDatabase {
  const { connectionString: server, template } = inject('postgres');
  const name = `test_${randomBytes(8).toString('hex')}`;
  const connectionString = withDatabase(server, name);
  const database = openDatabase({ connectionString, max: connections, log: silentLog });
  // The shop's 5 s are too short for 64 orders at once on a busy machine.
  database.pool.options.connectionTimeoutMillis = 30_000;
  // Copies the files instead of writing them through the log: half of the time.
  const source = empty ? 'template0' : template;
  beforeAll(() => administer(server, `create database ${name} template ${source} strategy file_copy`));
  afterAll(async () => {
    await warnWhenLate('the shops of a test file', closeOpened(connectionString));
    await warnWhenLate('the pool of a test file', database.close());
    await warnWhenLate(`the database ${name}`, administer(server, `drop database if exists ${name} with (force)`));
  });
  return { ...database, database, connectionString };
}

/** Says what a hook waits for that vitest ends after a minute without naming it. */
async function warnWhenLate(what: string, closing: Promise<void>): Promise<void> {
  const late = setTimeout(() => console.warn(`${what} took more than 20 s to close`), 20_000);
  try {
    await closing;
  } finally {
    clearTimeout(late);
  }
}

export interface TestCluster {
  readonly dataDir: string;
  readonly embedded: EmbeddedDatabase;
  readonly database: Database;
  stop(): Promise<void>;
}

/**
 * Starts a separate PostgreSQL, for tests that kill it or fill its disk. `stop` removes its folder
 * unless `options.dataDir` was given.
 */
export async function startTestCluster(options: Partial<EmbeddedOptions> = {}): Promise<TestCluster> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'vitrine-test-'));
  const embedded = await startEmbedded({ durable: false, log: silentLog, ...options, dataDir });
  const database = openDatabase({ connectionString: embedded.connectionString, max: 5, log: silentLog });
  return {
    dataDir,
    embedded,
    database,
    async stop() {
      await closeOpened(embedded.connectionString);
      await database.close();
      await embedded.stop();
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function withDatabase(connectionString: string, database: string): string {
  const url = new URL(connectionString);
  url.pathname = `/${database}`;
  return url.href;
}

async function administer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: withDatabase(server, 'postgres') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
