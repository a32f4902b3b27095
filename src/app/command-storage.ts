import { type Config, readConfig } from '#platform/config/config.ts';
import { createLog } from '#platform/http/log.ts';
import { shopConfig } from '#shop.config';
import { OperatorError } from './failure.ts';
import { openStorage, type Storage } from './storage.ts';

/** Settings as for the server, with a log that speaks only of trouble. */
export function settingsForCommand(): Config {
  const settings = readConfig(process.env, shopConfig.email);
  if (!settings.ok)
    throw new OperatorError(
      `These settings are wrong:\n${settings.problems.map((problem) => `  ${problem}`).join('\n')}`,
    );
  return settings.config;
}

export async function withStorage<Result>(
  config: Config,
  work: (storage: Storage) => Promise<Result>,
): Promise<Result> {
  const storage = await openStorage(config, createLog('warn'), true);
  try {
    return await work(storage);
  } finally {
    await storage.close();
  }
}
