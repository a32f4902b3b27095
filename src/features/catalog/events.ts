import { defineEvent } from '#platform/features/events.ts';

/** Products were created or changed. Stock changes have their own events in inventory. */
export const productsChanged = defineEvent<{ readonly productIds: readonly number[] }>('catalog.products-changed');
