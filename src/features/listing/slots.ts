import type { ReactNode } from 'react';
import type { ProductCard } from '#features/catalog/index.ts';
import { defineSlot } from '#platform/features/slots.ts';

/** On cards: asked once for all cards of a list, so that a filler needs one query; answers by product id. */
export const cardActions = defineSlot<{ readonly products: readonly ProductCard[] }, ReadonlyMap<number, ReactNode>>(
  'product.card.actions',
);
