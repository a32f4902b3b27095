import { defineEvent } from '#platform/features/events.ts';

/** Products were created or changed. Changes of stock have their own events. */
export const productsChanged = defineEvent<{ readonly productIds: readonly number[] }>('catalog.products-changed');
