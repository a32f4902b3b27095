import { type Config, readConfig } from '#platform/config/config.ts';
import { createLog } from '#platform/http/log.ts';
import { shopConfig } from '#shop.config';
import { OperatorError, settingsError } from './failure.ts';
import { openStorage, type Storage } from './storage.ts';

/** Settings as for the server, with a log that speaks only of trouble. */
export function settingsForCommand(): Config {
  const settings = readConfig(process.env, shopConfig.email);
  if (!settings.ok) throw settingsError(settings.problems);
  return settings.config;
}

/** @param alone true: only while no shop is open on the same database */
export async function withStorage<Result>(
  config: Config,
  work: (storage: Storage) => Promise<Result>,
  { alone = false }: { readonly alone?: boolean } = {},
): Promise<Result> {
  const storage = await openStorage(config, createLog('warn'), { share: !alone, brief: true });
  try {
    if (alone) await refuseCompany(storage);
    return await work(storage);
  } finally {
    await storage.close();
  }
}

async function refuseCompany({ database }: Storage): Promise<void> {
  const { rows } = await database.pool.query<{ others: number }>(
    `select count(*)::int as others from pg_stat_activity
    where datname = current_database() and application_name = 'vitrine' and pid <> pg_backend_pid()`,
  );
  if ((rows[0]?.others ?? 0) > 0) throw new OperatorError('A shop is open on this database. Close it first.');
}
