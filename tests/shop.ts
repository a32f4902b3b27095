import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RouteOptions } from 'fastify';
import { afterAll } from 'vitest';
import { type App, assembleFeatures, buildApp, listMigrationSets } from '#app/app.ts';
import { readConfig } from '#platform/config/config.ts';
import type { ShopConfig } from '#platform/config/shop-config.ts';
import type { Database } from '#platform/database/database.ts';
import { migrate } from '#platform/database/migrate.ts';
import type { Clock } from '#platform/features/shop.ts';
import { createLog } from '#platform/http/log.ts';
import { type Assets, noAssets } from '#platform/islands/assets.ts';
import { shopConfig } from '#shop.config';
import { admitAll } from './small-shop.ts';

export interface TestShopOptions {
  readonly choices?: Partial<ShopConfig>;
  readonly clock?: Clock;
  readonly env?: Readonly<Record<string, string>>;
  /** What a browser loads; none when absent. */
  readonly assets?: Assets;
  /** Told of every route that is registered. */
  readonly onRoute?: (route: RouteOptions) => void;
}

/** The whole shop on a database of its own, not listening: drive it with `http.inject`. Closed after the file's tests. */
export async function testShop(
  database: Database,
  { choices, clock, env, assets = noAssets, onRoute }: TestShopOptions = {},
): Promise<App> {
  const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-test-'));
  // What a test has written it sees at once, not when the cache has heard of it; a test of the cache gives it room.
  const unlessSaid = { DATA_DIR: dataDir, LOG_LEVEL: 'error', PAGE_CACHE_MB: '0' };
  const config = readConfig({ ...unlessSaid, ...env }, shopConfig.email);
  if (!config.ok) throw new Error(config.problems.join('\n'));
  const whole = { ...shopConfig, ...choices };
  await migrate(database, listMigrationSets(assembleFeatures(whole)));
  const app = await buildApp({
    config: config.config,
    choices: whole,
    database,
    log: createLog(config.config.logLevel),
    assets,
    ...(clock ? { clock } : {}),
    admission: admitAll,
    ...(onRoute ? { onRoute } : {}),
  });
  await app.http.ready();
  afterAll(() => app.http.close());
  return app;
}
