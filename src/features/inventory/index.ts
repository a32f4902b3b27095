export * from './contract.ts';
export { type DisplayChange, type StockTurn, stockDisplayChanged, stockFell, stockRose } from './events.ts';
export { inventory } from './feature.ts';
export { type LockedStock, lockStock } from './lock-stock.ts';
export { findTurns, publishStockChanges } from './publish-stock-changes.ts';
export { writeStock } from './set-stock.ts';
export { returnStock, type TakenStock, takeStock } from './stock.ts';
export { type Backorders, mostToSell, type StockLevel, stockDisplay } from './stock-display.ts';
export { canBeSold } from './stock-sql.ts';
