import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { catalog, updateStockOnPages } from '#features/catalog/index.ts';
import { inventory, stockDisplayChanged } from '#features/inventory/index.ts';
import { pricing } from '#features/pricing/index.ts';
import { readConfig } from '#platform/config/config.ts';
import type { Database } from '#platform/database/database.ts';
import { listen } from '#platform/database/notify.ts';
import { buildShop } from '#platform/features/build-shop.ts';
import { type Handling, handleEvent } from '#platform/features/events.ts';
import type { Clock, Shop } from '#platform/features/shop.ts';
import { createLog } from '#platform/http/log.ts';
import { shopConfig } from '#shop.config';
import { closeWithDatabase } from './opened.ts';
import { renderLayout } from './small-shop.ts';

interface CatalogShopOptions {
  readonly clock?: Clock;
  readonly handles?: readonly Handling[];
}

/** A shop with pricing, inventory and catalog only, without an HTTP server. Prices are in euros. */
export function catalogShop(database: Database, { clock, handles = [] }: CatalogShopOptions = {}): Shop {
  const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-catalog-'));
  closeWithDatabase(database, () => rmSync(dataDir, { recursive: true, force: true }));
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
  if (!config.ok) throw new Error(config.problems.join('\n'));
  const { settings: _, texts: __, ...choices } = shopConfig;
  const { shop } = buildShop({
    config: config.config,
    choices: { ...choices, currency: 'EUR' },
    database,
    log: createLog(config.config.logLevel),
    assembly: {
      features: [pricing, inventory, catalog],
      fills: [],
      provides: [],
      handles: [...handleEvent(stockDisplayChanged, [updateStockOnPages]), ...handles],
    },
    layouts: { shop: renderLayout, admin: renderLayout },
    ...(clock ? { clock } : {}),
  });
  return shop;
}

/** @returns the cache tags that were invalidated while `work` ran */
export async function collectInvalidatedTags(shop: Shop, work: () => Promise<unknown>): Promise<string[]> {
  const tags: string[] = [];
  const ended = Promise.withResolvers<void>();
  const onNotice = (payload: string) => {
    const invalidated: string[] = JSON.parse(payload);
    if (invalidated.includes('the end')) ended.resolve();
    else tags.push(...invalidated);
  };
  const listener = await listen(shop.database, 'vitrine_tags', onNotice, { onLost() {}, onBack() {} });
  await work();
  await shop.pages.invalidate(shop.db, ['the end']);
  await ended.promise;
  await listener.close();
  return tags;
}
