import { bigint, boolean, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { StockState } from './contract.ts';
import type { BackorderPolicy } from './stock-display.ts';

export const stockLevels = pgTable('stock_levels', {
  variationId: integer('variation_id').primaryKey(),
  managed: boolean('managed').notNull(),
  onHand: integer('on_hand').notNull(),
  backordered: integer('backordered').notNull().default(0),
  backorders: text('backorders').$type<BackorderPolicy>().notNull(),
  lowStockThreshold: integer('low_stock_threshold'),
  status: text('status').$type<StockState>().notNull(),
});

export const stockMovements = pgTable('stock_movements', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  variationId: integer('variation_id').notNull(),
  delta: integer('delta').notNull(),
  backordered: integer('backordered').notNull().default(0),
  reason: text('reason').$type<'set' | 'received' | 'taken' | 'returned'>().notNull(),
  reference: text('reference').notNull().default(''),
  at: timestamp('at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
});
