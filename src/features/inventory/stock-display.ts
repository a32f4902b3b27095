import type { StockDisplay, StockState } from './contract.ts';

export type BackorderPolicy = 'no' | 'notify' | 'yes';

/** A row of table stock. */
export interface StockLevel {
  readonly managed: boolean;
  readonly onHand: number;
  readonly backorders: BackorderPolicy;
  readonly lowAt: number | null;
  /** Counts when the stock is not managed. */
  readonly status: StockState;
}

/** Above this many pieces a page doesn't count, so that not every sale makes it again. */
const maxDisplayedCount = 10;

export function toStockDisplay(level: StockLevel): StockDisplay {
  if (!level.managed) return { state: level.status, left: null, max: level.status === 'out' ? 0 : null };
  const { onHand, backorders, lowAt } = level;
  return {
    state: onHand > 0 ? 'in' : toStateAtZero(backorders),
    left: onHand > 0 && lowAt !== null && onHand <= lowAt ? onHand : null,
    max: backorders === 'no' && onHand <= maxDisplayedCount ? onHand : null,
  };
}

/** Where backorders are taken without notice, the shopper is told nothing. */
function toStateAtZero(backorders: BackorderPolicy): StockState {
  if (backorders === 'no') return 'out';
  return backorders === 'notify' ? 'backorder' : 'in';
}

/** The most that can be sold now: null without limit. */
export function getMaxAvailable(level: StockLevel): number | null {
  if (!level.managed) return level.status === 'out' ? 0 : null;
  return level.backorders === 'no' ? level.onHand : null;
}

export function isSameDisplay(first: StockDisplay, second: StockDisplay): boolean {
  return first.state === second.state && first.left === second.left && first.max === second.max;
}

/** SQL for whether `stock s` lets anything be sold. */
export const isAvailableSql = `case when s.managed then s.on_hand > 0 or s.backorders <> 'no' else s.status <> 'out' end`;
