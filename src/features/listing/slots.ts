import type { ReactNode } from 'react';
import type { ProductCard } from '#features/catalog/index.ts';
import { defineSlot } from '#platform/features/slots.ts';

/**
 * Actions on product cards, filled once for all cards of a listing so that a filler needs one
 * query; keyed by product id.
 */
export const cardActions = defineSlot<{ readonly products: readonly ProductCard[] }, ReadonlyMap<number, ReactNode>>(
  'product.card.actions',
);
