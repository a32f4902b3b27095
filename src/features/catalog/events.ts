import { defineEvent } from '#platform/features/events.ts';

/** Products were created or changed, in whatever way but in stock. */
export const productsChanged = defineEvent<{ readonly productIds: readonly number[] }>('catalog.products-changed');
