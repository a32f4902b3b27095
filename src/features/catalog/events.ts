import { event } from '#platform/features/events.ts';

/** Products were created or changed, in whatever way but in stock. */
export const productsChanged = event<{ readonly productIds: readonly number[] }>('catalog.products-changed');
