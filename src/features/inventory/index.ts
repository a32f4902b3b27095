export * from './contract.ts';
export {
  type AvailabilityChange,
  type StockDisplayChange,
  stockDisplayChanged,
  stockFell,
  stockRose,
} from './events.ts';
export { inventory } from './feature.ts';
export { type LockedStock, lockStock } from './lock-stock.ts';
export { findAvailabilityChanges, publishStockChanges } from './publish-stock-changes.ts';
export { writeStock } from './set-stock.ts';
export { type ReservedStock, releaseStock, reserveStock } from './stock.ts';
export { type BackorderPolicy, maxAvailable, type StockLevel, toStockDisplay } from './stock-display.ts';
export { isAvailableSql } from './stock-sql.ts';
