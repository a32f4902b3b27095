import { type Config, readConfig } from '#platform/config/config.ts';
import { appliedMigrations, migrateIfEmpty, pendingMigrations } from '#platform/database/migrate.ts';
import { createLog } from '#platform/http/log.ts';
import { migrateJobs } from '#platform/jobs/worker.ts';
import { shopConfig } from '#shop.config';
import { assemble, listMigrationSets } from './app.ts';
import { createSettingsError, OperatorError } from './operator-error.ts';
import { openShopDatabase, type ShopDatabase } from './shop-database.ts';

/** The server's settings. @throws OperatorError that names wrong ones */
export function readCommandConfig(): Config {
  const settings = readConfig(process.env, shopConfig.email);
  if (!settings.ok) throw createSettingsError(settings.problems);
  return settings.config;
}

/** @param alone refuses to run while a shop is open on the same database */
export async function withShopDatabase<Result>(
  config: Config,
  work: (storage: ShopDatabase) => Promise<Result>,
  { alone = false }: { readonly alone?: boolean } = {},
): Promise<Result> {
  const storage = await openShopDatabase(config, createLog('warn'), { share: !alone, brief: true });
  try {
    if (alone) await refuseOpenShop(storage);
    return await work(storage);
  } finally {
    await storage.close();
  }
}

/**
 * Creates the tables of an empty database.
 * @throws OperatorError when the database is older than the program: only an operator migrates it
 */
export async function ensureMigrated({ database }: ShopDatabase): Promise<void> {
  const sets = listMigrationSets(assemble(shopConfig));
  if ((await pendingMigrations(database, sets)).length === 0) return;
  // First: a database with all migrations then has the job tables too, even after an interruption.
  if ((await appliedMigrations(database.pool)).length === 0) await migrateJobs(database);
  const waiting = await migrateIfEmpty(database, sets);
  if (waiting.length === 0) return;
  throw new OperatorError('The database is older than this program: run `npm run shop -- migrate` first.');
}

async function refuseOpenShop({ database }: ShopDatabase): Promise<void> {
  const { rows } = await database.pool.query<{ others: number }>(
    `select count(*)::int as others from pg_stat_activity
    where datname = current_database() and application_name = 'vitrine' and pid <> pg_backend_pid()`,
  );
  if ((rows[0]?.others ?? 0) > 0) throw new OperatorError('A shop is open on this database. Close it first.');
}
