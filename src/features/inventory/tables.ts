import { boolean, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { StockState } from './contract.ts';
import type { BackorderPolicy } from './stock-display.ts';

export const stockLevels = pgTable(
  'stock_levels',
  {
    variationId: integer('variation_id').notNull(),
    locationId: integer('location_id').notNull().default(1),
    managed: boolean('managed').notNull(),
    onHand: integer('on_hand').notNull(),
    backordered: integer('backordered').notNull().default(0),
    backorders: text('backorders').$type<BackorderPolicy>().notNull(),
    lowStockThreshold: integer('low_stock_threshold'),
    status: text('status').$type<StockState>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.variationId, table.locationId] })],
);
