import type { Config } from '#platform/config/config.ts';
import { type Database, openDatabase } from '#platform/database/database.ts';
import { startEmbedded } from '#platform/database/embedded/embedded.ts';
import { type Connection, findRunning } from '#platform/database/embedded/lock.ts';
import type { Log } from '#platform/http/log.ts';
import { OperatorError } from './operator-error.ts';

/** The database that the settings name, reached and ready for questions. */
export interface ShopDatabase {
  readonly database: Database;
  /** What an operator would call it. */
  readonly description: string;
  /** Resolves with the reason when the database is gone for good. Never, for one that somebody else runs. */
  readonly lost: Promise<string>;
  close(): Promise<void>;
}

interface ShopDatabaseOptions {
  /** The embedded database that the supervisor runs. */
  readonly connection?: Connection | null | undefined;
  /** Use the database of a shop that runs from the same data folder, as the command line does. */
  readonly share?: boolean | undefined;
  /** For a command that is done soon. */
  readonly brief?: boolean | undefined;
}

/**
 * Opens the database of `DATABASE_URL` or the one that is given, or starts the embedded one.
 * @throws OperatorError or EmbeddedError when it can't be had
 */
export async function openShopDatabase(
  config: Config,
  log: Log,
  { connection = null, share = false, brief = false }: ShopDatabaseOptions = {},
): Promise<ShopDatabase> {
  const max = config.databaseConnections;
  const embeddedName = `embedded PostgreSQL in ${config.dataDir}`;
  if (config.databaseUrl !== null) {
    const database = openDatabase({ connectionString: config.databaseUrl, max, log });
    await reach(database, 'The database at DATABASE_URL', 'Is it running, and are user, password and name right?');
    return shareDatabase(database, 'PostgreSQL at DATABASE_URL');
  }
  if (connection !== null) {
    const database = openDatabase({ ...connection, max, log });
    await reach(database, `The ${embeddedName}`, `Its log is ${config.dataDir}/postgres.log.`);
    return shareDatabase(database, embeddedName);
  }
  const running = share ? findRunning(config.dataDir) : undefined;
  if (running) return shareDatabase(openDatabase({ ...running, max: 2, log }), 'the running shop');
  const embedded = await startEmbedded({ dataDir: config.dataDir, log, brief });
  const database = openDatabase({ ...embedded, max, log });
  return {
    database,
    description: embeddedName,
    lost: embedded.exited.then(({ message }) => message),
    close: async () => {
      await database.close();
      await embedded.stop();
    },
  };
}

/** A database that another process runs. */
function shareDatabase(database: Database, description: string): ShopDatabase {
  return { database, description, lost: new Promise(() => {}), close: () => database.close() };
}

async function reach(database: Database, name: string, advice: string): Promise<void> {
  try {
    await database.pool.query('select 1');
  } catch (error) {
    await database.close();
    const reason = error instanceof Error ? error.message : String(error);
    throw new OperatorError(`${name} can't be reached: ${reason}. ${advice}`);
  }
}
