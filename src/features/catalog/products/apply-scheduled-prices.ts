import { z } from 'zod';
import { inTransaction } from '#platform/database/database.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import { productsCacheTag } from '../cache-tags.ts';
import { refreshListing } from './refresh-listing.ts';
import { findProductsWithDuePrices, refreshPrices } from './refresh-prices.ts';

/**
 * Job: updates sorting, filters and counts of listings when sales start or end,
 * and availability when events start. Cached product
 * pages expire by themselves (`nextChangeAt`).
 */
export const applyScheduledPrices = defineJob({
  name: 'catalog:apply-scheduled-prices',
  schema: z.object({}),
  every: '* * * * *',
  run: async (shop) => {
    const now = shop.clock.now();
    let ids = await findProductsWithDuePrices(shop.db, now);
    while (ids.length > 0) {
      const dueIds = ids;
      await inTransaction(shop.db, async (tx) => {
        await refreshPrices(tx, dueIds, now);
        await refreshListing(tx, dueIds, now);
        await shop.pages.invalidate(tx, [productsCacheTag]);
      });
      ids = await findProductsWithDuePrices(shop.db, now);
    }
  },
});
