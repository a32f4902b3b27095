import { findAvailabilityChanges, type StockDisplayChange } from '#features/inventory/index.ts';
import { sqlQuery } from '#platform/database/database.ts';
import type { Handler } from '#platform/features/events.ts';
import { availabilityCacheTag, cardCacheTag, productCacheTag } from '../cache-tags.ts';
import { refreshListing } from './refresh-listing.ts';

const queryGroupIds = sqlQuery<{ id: number }>(
  'catalog.find-groups-of-products',
  `select distinct product_id as id from product_links where kind = 'grouped' and linked_id = any($1::integer[])`,
);

/** Handles `inventory.display-changed`: refreshes listing rows and invalidates affected pages. */
export const updateStockOnPages: Handler<{ readonly changes: readonly StockDisplayChange[] }> = async (
  shop,
  tx,
  { changes },
) => {
  await shop.pages.invalidate(tx, [
    ...changes.map(({ productId }) => productCacheTag(productId)),
    ...changes.filter(({ from, to }) => from !== to).map(({ productId }) => cardCacheTag(productId)),
  ]);
  const changedIds = findAvailabilityChanges(changes).map(({ productId }) => productId);
  if (changedIds.length === 0) return;
  await refreshListing(tx, changedIds, shop.clock.now());
  // Listings show the number of available products, and cards of groups show the stock of their members.
  const groups = await queryGroupIds(tx, [changedIds]);
  await shop.pages.invalidate(tx, [availabilityCacheTag, ...groups.map(({ id }) => cardCacheTag(id))]);
};
