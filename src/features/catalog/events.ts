import { event } from '#platform/features/events.ts';
import type { StockState } from './contract.ts';

/** One per variation whose stock counts for it, when what it can be sold as changes. */
export interface StockTurn {
  readonly variationId: number;
  readonly productId: number;
  readonly from: StockState;
  readonly to: StockState;
}

/** It can be bought again. */
export const stockRose = event<StockTurn>('catalog.stock-rose');

/** It can't be bought any more. */
export const stockFell = event<StockTurn>('catalog.stock-fell');

/** Products were created or changed, in whatever way but in stock. */
export const productsChanged = event<{ readonly productIds: readonly number[] }>('catalog.products-changed');
