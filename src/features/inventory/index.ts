export {
  type AdjustmentReason,
  type AdjustResult,
  adjustmentReasons,
  adjustStock,
  adjustStocks,
  maxOnHand,
} from './adjust-stock.ts';
export * from './contract.ts';
export {
  type AvailabilityChange,
  type StockDisplayChange,
  stockDisplayChanged,
  stockFell,
  stockRose,
} from './events.ts';
export { inventory } from './feature.ts';
export { findStockLevels, keepStocks, type LockedStock, lockStock, lockStockLevels } from './lock-stock.ts';
export { findAvailabilityChanges, publishStockChanges } from './publish-stock-changes.ts';
export { receiveUnits, releaseStock } from './release-stock.ts';
export {
  addReservations,
  commitReservations,
  deleteReservations,
  findReservations,
  type LineUnits,
  recordShippedUnits,
  releaseReservations,
  returnToStock,
} from './reservations/reservations.ts';
export { reserveLines, type StockShortage } from './reservations/reserve-lines.ts';
export { type ReservedStock, reserveStock } from './reserve-stock.ts';
export { inHouseSql, reservedUnitsSql } from './sql-fragments.ts';
export {
  type BackorderPolicy,
  getBackorderFrom,
  getMaxAvailable,
  type StockLevel,
  toStockDisplay,
} from './stock-display.ts';
export type { StockReference } from './stock-reference.ts';
export { updateStockLevel, writeStockLevels } from './write-stock-levels.ts';
