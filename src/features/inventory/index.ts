export * from './contract.ts';
export {
  type AvailabilityChange,
  type StockDisplayChange,
  stockBecameAvailable,
  stockBecameUnavailable,
  stockDisplayChanged,
} from './events.ts';
export { inventory } from './feature.ts';
export { type LockedStock, lockStock } from './lock-stock.ts';
export { findAvailabilityChanges, publishStockChanges } from './publish-stock-changes.ts';
export { writeStockLevels } from './set-stock.ts';
export { type ReservedStock, releaseStock, reserveStock } from './stock.ts';
export { type BackorderPolicy, getMaxAvailable, type StockLevel, toStockDisplay } from './stock-display.ts';
export { isAvailableSql } from './stock-sql.ts';
