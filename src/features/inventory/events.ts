import { defineEvent } from '#platform/features/events.ts';
import type { StockState } from './contract.ts';

/** A stock row about which pages say something else now. */
export interface StockDisplayChange {
  /** Id of the variation that owns the stock row. */
  readonly stockId: number;
  readonly productId: number;
  readonly from: StockState;
  readonly to: StockState;
}

/** Pages say something else about these stock rows now. Comes before `stockRose` and `stockFell`. */
export const stockDisplayChanged = defineEvent<{ readonly changes: readonly StockDisplayChange[] }>(
  'inventory.display-changed',
);

/** One for each variation that is sold from a stock row, when it can or can't be bought any more. */
export interface AvailabilityChange {
  readonly variationId: number;
  readonly productId: number;
  readonly from: StockState;
  readonly to: StockState;
}

/** It can be bought again. */
export const stockBecameAvailable = defineEvent<AvailabilityChange>('inventory.stock-rose');

/** It can't be bought any more. */
export const stockBecameUnavailable = defineEvent<AvailabilityChange>('inventory.stock-fell');
