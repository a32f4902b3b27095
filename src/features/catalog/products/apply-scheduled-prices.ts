import { inTransaction, sqlQuery } from '#platform/database/database.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import { productsCacheTag } from '../cache-tags.ts';
import { productsChanged } from '../events.ts';
import { refreshListing } from './refresh-listing.ts';
import { findProductsWithDuePrices, refreshPrices } from './refresh-prices.ts';

const markStartedEvents = sqlQuery<{ productId: number }>(
  'catalog.mark-started-events',
  `update variations set event_has_started = true
  where product_id = any($1::integer[]) and event_starts_at <= $2 and not event_has_started returning product_id as "productId"`,
);

/**
 * Job: updates sorting, filters and counts of listings when sales start or end, and availability when events start.
 * Cached product pages expire at that moment (`nextChangeAt`).
 */
export const applyScheduledPrices = defineJob({
  name: 'catalog:apply-scheduled-prices',
  every: '* * * * *',
  run: async (shop) => {
    const now = shop.clock.now();
    let ids = await findProductsWithDuePrices(shop.db, now);
    while (ids.length > 0) {
      const dueIds = ids;
      await inTransaction(shop.db, async (tx) => {
        const started = await markStartedEvents(tx, [dueIds, now]);
        await refreshPrices(tx, dueIds, now);
        await refreshListing(tx, dueIds, now);
        await shop.pages.invalidate(tx, [productsCacheTag]);
        const productIds = [...new Set(started.map(({ productId }) => productId))];
        if (productIds.length > 0) await shop.emit(productsChanged, tx, { productIds });
      });
      ids = await findProductsWithDuePrices(shop.db, now);
    }
  },
});
