import type { ReactNode } from 'react';
import type { ProductCard } from '#features/catalog/index.ts';
import { defineSlot } from '#platform/features/slots.ts';

/**
 * Actions on product cards, by product id. Asked once for all cards of a listing, so that a filler
 * needs one query.
 */
export const cardActions = defineSlot<{ readonly products: readonly ProductCard[] }, ReadonlyMap<number, ReactNode>>(
  'product.card.actions',
);
