import { isLocaleAdopted } from '#features/catalog/index.ts';
import { type Config, readConfig } from '#platform/config/config.ts';
import type { Database } from '#platform/database/database.ts';
import { listAppliedMigrations, listPendingMigrations, migrateIfEmpty } from '#platform/database/migrate.ts';
import { createLog } from '#platform/http/log.ts';
import { migrateJobs } from '#platform/jobs/worker.ts';
import { shopConfig } from '#shop.config';
import { listMigrationSets } from '../app.ts';
import { assembleFeatures } from '../assembly.ts';
import { createSettingsError, OperatorError } from '../operator-error.ts';
import { openShopDatabase, type ShopDatabase } from '../shop-database.ts';
import { addTestWallet } from '../supervisor/test-wallet.ts';

/** @throws OperatorError that lists the invalid settings */
export function readCommandConfig(): Config {
  const settings = readConfig(addTestWallet(process.env));
  if (!settings.ok) throw createSettingsError(settings.problems);
  return settings.config;
}

/**
 * Opens the database for a command and closes it afterwards.
 * @param exclusive refuses to run while a shop is open on the same database
 */
export async function withShopDatabase<Result>(
  config: Config,
  work: (shopDatabase: ShopDatabase) => Promise<Result>,
  { exclusive = false }: { readonly exclusive?: boolean } = {},
): Promise<Result> {
  const shopDatabase = await openShopDatabase(config, createLog('warn'), { share: !exclusive, brief: true });
  try {
    if (exclusive) await checkNoOpenShop(shopDatabase.database);
    return await work(shopDatabase);
  } finally {
    await shopDatabase.close();
  }
}

/**
 * Creates the tables of an empty database.
 * @throws OperatorError when the database is older than the program or has another locale. Only an operator changes
 * such a database, since an open shop of the earlier version may still use it
 */
export async function ensureMigrated(database: Database): Promise<void> {
  await createTables(database);
  if (await isLocaleAdopted(database.db, shopConfig.locale)) return;
  throw new OperatorError(
    '`locale` of shop.config.ts has changed: start the shop again, or run `npm run shop -- migrate` while it is closed.',
  );
}

async function createTables(database: Database): Promise<void> {
  const sets = listMigrationSets(assembleFeatures(shopConfig));
  if ((await listPendingMigrations(database, sets)).length === 0) return;
  // Creates the job tables before the migrations. A database with all migrations then has the job tables, even after
  // an interruption.
  if ((await listAppliedMigrations(database.pool)).length === 0) await migrateJobs(database);
  const pending = await migrateIfEmpty(database, sets);
  if (pending.length === 0) return;
  throw new OperatorError('The database is older than this program: run `npm run shop -- migrate` first.');
}

/** @throws OperatorError while a shop is open on the database */
async function checkNoOpenShop(database: Database): Promise<void> {
  const { rows } = await database.pool.query<{ others: number }>(
    `select count(*)::int as others from pg_stat_activity
    where datname = current_database() and application_name = 'vitrine' and pid <> pg_backend_pid()`,
  );
  if ((rows[0]?.others ?? 0) > 0) throw new OperatorError('A shop is open on this database. Close it first.');
}
