import { type Config, readConfig } from '#platform/config/config.ts';
import { appliedMigrations, migrateIfEmpty, pendingMigrations } from '#platform/database/migrate.ts';
import { createLog } from '#platform/http/log.ts';
import { migrateJobs } from '#platform/jobs/worker.ts';
import { shopConfig } from '#shop.config';
import { assemble, listMigrationSets } from './app.ts';
import { createSettingsError, OperatorError } from './operator-error.ts';
import { openShopDatabase, type ShopDatabase } from './shop-database.ts';

/** Settings as for the server, with a log that speaks only of trouble. */
export function readCommandConfig(): Config {
  const settings = readConfig(process.env, shopConfig.email);
  if (!settings.ok) throw createSettingsError(settings.problems);
  return settings.config;
}

/** @param alone true: only while no shop is open on the same database */
export async function withShopDatabase<Result>(
  config: Config,
  work: (storage: ShopDatabase) => Promise<Result>,
  { alone = false }: { readonly alone?: boolean } = {},
): Promise<Result> {
  const storage = await openShopDatabase(config, createLog('warn'), { share: !alone, brief: true });
  try {
    if (alone) await refuseCompany(storage);
    return await work(storage);
  } finally {
    await storage.close();
  }
}

/**
 * Makes the tables of an empty database.
 * @throws OperatorError when the database is older than the program: that it is changed is for the operator to decide
 */
export async function ensureMigrated({ database }: ShopDatabase): Promise<void> {
  const sets = listMigrationSets(assemble(shopConfig));
  if ((await pendingMigrations(database, sets)).length === 0) return;
  // First, so that a database with all migrations has the tables of jobs too, wherever this is cut short.
  if ((await appliedMigrations(database.pool)).length === 0) await migrateJobs(database);
  const waiting = await migrateIfEmpty(database, sets);
  if (waiting.length === 0) return;
  throw new OperatorError('The database is older than this program: run `npm run shop -- migrate` first.');
}

async function refuseCompany({ database }: ShopDatabase): Promise<void> {
  const { rows } = await database.pool.query<{ others: number }>(
    `select count(*)::int as others from pg_stat_activity
    where datname = current_database() and application_name = 'vitrine' and pid <> pg_backend_pid()`,
  );
  if ((rows[0]?.others ?? 0) > 0) throw new OperatorError('A shop is open on this database. Close it first.');
}
