import type { ReactElement } from 'react';
import type { ProductCard } from '#features/catalog/index.ts';
import { defineSlot } from '#platform/features/slots.ts';

export interface CardAction {
  readonly element: ReactElement;
  /**
   * Everything that the element depends on besides the card, as for `shop.keepHtml`. Null when the element contains
   * an island, so that its card is rendered each time.
   */
  readonly inputs: readonly unknown[] | null;
}

export interface CardActionsInput {
  readonly products: readonly ProductCard[];
  /** Id of the shopper's wishlist that the page shows. */
  readonly wishlistId?: number | undefined;
}

/**
 * Actions on product cards, by product id. Called once for all cards of a listing, so that an implementation needs
 * only one query.
 */
export const cardActions = defineSlot<CardActionsInput, ReadonlyMap<number, CardAction>>('product.card.actions');
