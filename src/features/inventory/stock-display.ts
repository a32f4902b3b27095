import type { StockDisplay, StockState } from './contract.ts';

export type BackorderPolicy = 'no' | 'notify' | 'yes';

/** A row of `stock_levels`. */
export interface StockLevel {
  readonly managed: boolean;
  readonly onHand: number;
  readonly backorders: BackorderPolicy;
  readonly lowStockThreshold: number | null;
  /** Applies only to stock that is not managed. */
  readonly status: StockState;
}

/** Pages show no exact limit above this stock, so that most sales invalidate no cached page. */
const maxDisplayedCount = 10;

export function toStockDisplay(level: StockLevel): StockDisplay {
  if (!level.managed) return { state: level.status, left: null, max: level.status === 'out' ? 0 : null };
  const { onHand, backorders, lowStockThreshold } = level;
  return {
    state: onHand > 0 ? 'in' : toStateAtZero(backorders),
    left: onHand > 0 && lowStockThreshold !== null && onHand <= lowStockThreshold ? onHand : null,
    max: backorders === 'no' && onHand <= maxDisplayedCount ? onHand : null,
  };
}

/** With backorders 'yes', shoppers get no notice: the state stays 'in'. */
function toStateAtZero(backorders: BackorderPolicy): StockState {
  if (backorders === 'no') return 'out';
  return backorders === 'notify' ? 'backorder' : 'in';
}

/**
 * The view `offered_variations` has the same rule as `is_available`.
 * @returns the quantity that can be sold now; null means no limit
 */
export function getMaxAvailable(level: StockLevel): number | null {
  if (!level.managed) return level.status === 'out' ? 0 : null;
  return level.backorders === 'no' ? level.onHand : null;
}

/**
 * Returns the smallest quantity that is not all on hand, where shoppers are told so. It is below 1 while
 * reservations exceed the stock.
 * @returns null when there is none
 */
export function getBackorderFrom({ managed, status, backorders, onHand }: StockLevel): number | null {
  if (!managed) return status === 'backorder' ? 1 : null;
  return backorders === 'notify' ? onHand + 1 : null;
}

export function isSameDisplay(first: StockDisplay, second: StockDisplay): boolean {
  return first.state === second.state && first.left === second.left && first.max === second.max;
}
