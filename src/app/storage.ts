import type { Config } from '#platform/config/config.ts';
import { type Database, openDatabase } from '#platform/database/database.ts';
import { startEmbedded } from '#platform/database/embedded/embedded.ts';
import { findRunning } from '#platform/database/embedded/lock.ts';
import type { Log } from '#platform/http/log.ts';
import { OperatorError } from './failure.ts';

/** The database that the settings name, reached and ready for questions. */
export interface Storage {
  readonly database: Database;
  /** What an operator would call it. */
  readonly description: string;
  /** Resolves with the reason when the database is gone for good. Never, for one that somebody else runs. */
  readonly lost: Promise<string>;
  close(): Promise<void>;
}

/**
 * Opens the database of `DATABASE_URL`, or starts the embedded one.
 * @param share true: use the database of a shop that runs from the same data folder, as the command line does
 * @param brief true: for a command that is done soon
 * @throws OperatorError or EmbeddedError when it can't be had
 */
export async function openStorage(
  config: Config,
  log: Log,
  { share = false, brief = false }: { readonly share?: boolean; readonly brief?: boolean } = {},
): Promise<Storage> {
  const max = config.databaseConnections;
  if (config.databaseUrl !== null) {
    const database = openDatabase({ connectionString: config.databaseUrl, max, log });
    await reach(database);
    return {
      database,
      description: 'PostgreSQL at DATABASE_URL',
      lost: new Promise(() => {}),
      close: () => database.close(),
    };
  }
  const running = share ? findRunning(config.dataDir) : undefined;
  if (running) {
    const database = openDatabase({ ...running, max: 2, log });
    return { database, description: 'the running shop', lost: new Promise(() => {}), close: () => database.close() };
  }
  const embedded = await startEmbedded({ dataDir: config.dataDir, log, brief });
  const database = openDatabase({ ...embedded, max, log });
  return {
    database,
    description: `embedded PostgreSQL in ${config.dataDir}`,
    lost: embedded.exited.then(({ message }) => message),
    close: async () => {
      await database.close();
      await embedded.stop();
    },
  };
}

async function reach(database: Database): Promise<void> {
  try {
    await database.pool.query('select 1');
  } catch (error) {
    await database.close();
    const reason = error instanceof Error ? error.message : String(error);
    throw new OperatorError(
      `The database at DATABASE_URL can't be reached: ${reason}. Is it running, and are user, password and name right?`,
    );
  }
}
