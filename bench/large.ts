import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { databaseOf, openShop, shopCommand, untilJobsAreDone } from './shop.ts';

/**
 * A shop with the large catalogue, in a folder beside the other one. Filled once.
 * @returns its folder
 */
export async function fillLarge(dataDir: string): Promise<string> {
  const folder = `${dataDir}-large`;
  const stamp = join(folder, 'bench-is-filled');
  if (existsSync(stamp)) return folder;
  await shopCommand(folder, 'migrate');
  await shopCommand(folder, 'demo', '--generated');
  await shopCommand(folder, 'search', 'reindex');
  const shop = await openShop(folder);
  const database = databaseOf(folder);
  try {
    await untilJobsAreDone(database, 600_000);
  } finally {
    await database.close();
    await shop.stop();
  }
  writeFileSync(stamp, '');
  return folder;
}
