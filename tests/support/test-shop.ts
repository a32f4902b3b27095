import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InjectOptions, RouteOptions } from 'fastify';
import { type App, buildApp, listMigrationSets } from '#app/app.ts';
import { assembleFeatures } from '#app/assembly.ts';
import { addInitialContent } from '#features/content/index.ts';
import { readConfig } from '#platform/config/config.ts';
import type { ShopConfig } from '#platform/config/shop-config.ts';
import type { Database } from '#platform/database/database.ts';
import { migrate } from '#platform/database/migrate.ts';
import type { Clock } from '#platform/features/shop.ts';
import { createLog, type Log } from '#platform/http/log.ts';
import { type Assets, noAssets } from '#platform/islands/assets.ts';
import { shopConfig } from '#shop.config';
import { watchKeptPages } from './kept-pages.ts';
import { closeServer, closeWithDatabase } from './opened.ts';
import { admitAll } from './small-shop.ts';

export interface TestShopOptions {
  readonly choices?: Partial<ShopConfig>;
  readonly clock?: Clock;
  readonly env?: Readonly<Record<string, string>>;
  /** Default: errors, on standard error. */
  readonly log?: Log;
  /** Scripts and styles; default: none. */
  readonly assets?: Assets;
  /** Called for every registered route. */
  readonly onRoute?: (route: RouteOptions) => void;
  /** Called before it is ready: for routes that the test adds. */
  readonly prepare?: (app: App) => void;
}

/** The whole shop, not listening: use `http.inject`. Closed after the file's tests. */
export async function testShop(
  database: Database,
  { choices, clock, env, log, assets = noAssets, onRoute, prepare }: TestShopOptions = {},
): Promise<App> {
  const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-test-'));
  const defaults = { DATA_DIR: dataDir, LOG_LEVEL: 'error', PAGE_CACHE_MB: '16' };
  const config = readConfig({ ...defaults, ...env });
  if (!config.ok) throw new Error(config.problems.join('\n'));
  const allChoices = { ...shopConfig, ...choices };
  const migrations = listMigrationSets(assembleFeatures(allChoices));
  // The database has those of the shop; a feature of the test may bring its own.
  if (migrations.length > 1) await migrate(database, migrations);
  const app = await buildApp({
    config: config.config,
    choices: allChoices,
    database,
    log: log ?? createLog(config.config.logLevel),
    assets,
    ...(clock ? { clock } : {}),
    admission: admitAll,
    ...(onRoute ? { onRoute } : {}),
  });
  prepare?.(app);
  await app.http.ready();
  await addInitialContent(app.shop);
  awaitWritesBeforeReading(app);
  closeWithDatabase(database, () => closeServer(app.http));
  return app;
}

/**
 * Pages are dropped a moment after the commit. Makes `http.inject` wait for that, so that tests
 * read their writes.
 */
function awaitWritesBeforeReading(app: App): void {
  const kept = watchKeptPages(app);
  const inject = app.http.inject.bind(app.http);
  const injectWhenCurrent = async (request: string | InjectOptions) => {
    await kept.awaitWrites();
    return inject(request);
  };
  app.http.inject = injectWhenCurrent as typeof app.http.inject;
}
