import type { Config } from '#platform/config/config.ts';
import { type Database, openDatabase } from '#platform/database/database.ts';
import { startEmbedded } from '#platform/database/embedded/embedded.ts';
import { type Connection, findRunningDatabase } from '#platform/database/embedded/lock.ts';
import type { Log } from '#platform/http/log.ts';
import { OperatorError } from './operator-error.ts';

export interface ShopDatabase {
  readonly database: Database;
  /** For messages to an operator. */
  readonly description: string;
  /** Resolves with the reason when the embedded database is lost for good. */
  readonly lost: Promise<string>;
  close(): Promise<void>;
}

interface ShopDatabaseOptions {
  /** Connection to the embedded database that the supervisor runs. */
  readonly connection?: Connection | null | undefined;
  /** Use the embedded database of a running shop with the same data folder. */
  readonly share?: boolean | undefined;
  /** Set for a short command: other processes wait until it ends before they start the database. */
  readonly brief?: boolean | undefined;
}

/**
 * Opens the database of `DATABASE_URL` or of `connection`, or starts the embedded one.
 * @throws OperatorError or EmbeddedError when it cannot be reached or started
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
    await checkConnection(
      database,
      'The database at DATABASE_URL',
      'Is it running, and are user, password and name right?',
    );
    return shareDatabase(database, 'PostgreSQL at DATABASE_URL');
  }
  if (connection !== null) {
    const database = openDatabase({ ...connection, max, log });
    await checkConnection(database, `The ${embeddedName}`, `Its log is ${config.dataDir}/postgres.log.`);
    return shareDatabase(database, embeddedName);
  }
  const running = share ? findRunningDatabase(config.dataDir) : undefined;
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

/** Wraps a database that another process runs and stops. */
function shareDatabase(database: Database, description: string): ShopDatabase {
  return { database, description, lost: new Promise(() => {}), close: () => database.close() };
}

async function checkConnection(database: Database, name: string, advice: string): Promise<void> {
  try {
    await database.pool.query('select 1');
  } catch (error) {
    await database.close();
    const reason = error instanceof Error ? error.message : String(error);
    throw new OperatorError(`${name} can't be reached: ${reason}. ${advice}`);
  }
}
