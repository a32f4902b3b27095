import { defineEvent } from '#platform/features/events.ts';
import type { StockState } from './contract.ts';

/** A change of a stock row that alters what pages show. */
export interface StockDisplayChange {
  /** Id of the variation that owns the stock row. */
  readonly stockId: number;
  readonly productId: number;
  readonly from: StockState;
  readonly to: StockState;
}

/** The stock shown on pages changed. Emitted before `stockRose` and `stockFell`. */
export const stockDisplayChanged = defineEvent<{ readonly changes: readonly StockDisplayChange[] }>(
  'inventory.display-changed',
);

/** Emitted once per variation that uses the stock row. */
export interface AvailabilityChange {
  readonly variationId: number;
  readonly productId: number;
  readonly from: StockState;
  readonly to: StockState;
}

/** A variation can be bought again. */
export const stockRose = defineEvent<AvailabilityChange>('inventory.stock-rose');

/** A variation can't be bought any more. */
export const stockFell = defineEvent<AvailabilityChange>('inventory.stock-fell');
