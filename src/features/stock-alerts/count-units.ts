import { getMaxAvailable, type StockLevel } from '#features/inventory/index.ts';

/**
 * Counts the units that can be sold now: with backorders, only the units on hand while there are any.
 * @returns null when units can be sold but are not counted
 */
export const countUnits = (level: StockLevel): number | null =>
  level.managed && level.onHand > 0 ? level.onHand : getMaxAvailable(level);
