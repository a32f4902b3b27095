import { z } from 'zod';
import { job } from '#platform/jobs/jobs.ts';
import { productsWithTurnedPrices, refreshPrices } from './price-sorting.ts';

/** Keeps the order by price right when sales start and end by themselves. Pages need no push: they know when they turn. */
export const turnPrices = job({
  name: 'catalog:turn-prices',
  schema: z.object({}),
  every: '* * * * *',
  run: async (shop) => {
    const now = shop.clock.now();
    let ids = await productsWithTurnedPrices(shop.db, now);
    while (ids.length > 0) {
      await refreshPrices(shop.db, ids, now);
      ids = await productsWithTurnedPrices(shop.db, now);
    }
  },
});
