import { getMaxAvailable, type StockLevel } from '#features/inventory/index.ts';

/** Units that can be sold now; null: something can, and nobody counts it. With backorders, what is on hand counts first. */
export const countUnits = (level: StockLevel): number | null =>
  level.managed && level.onHand > 0 ? level.onHand : getMaxAvailable(level);
