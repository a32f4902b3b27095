import { bigint, boolean, char, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import type { MovementReason } from './adjust-stock.ts';
import type { StockState } from './contract.ts';
import type { BackorderPolicy } from './stock-display.ts';

export const stockLocations = pgTable('stock_locations', {
  id: integer('id').primaryKey(),
  name: text('name').notNull(),
  /** Null: that of the shop's base address. */
  country: char('country', { length: 2 }),
});

const locationId = () => integer('location_id').notNull().default(1);

export const stockLevels = pgTable(
  'stock_levels',
  {
    variationId: integer('variation_id').notNull(),
    locationId: locationId(),
    managed: boolean('managed').notNull(),
    onHand: integer('on_hand').notNull(),
    backordered: integer('backordered').notNull().default(0),
    backorders: text('backorders').$type<BackorderPolicy>().notNull(),
    lowStockThreshold: integer('low_stock_threshold'),
    status: text('status').$type<StockState>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.variationId, table.locationId] })],
);

export const stockMovements = pgTable('stock_movements', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  variationId: integer('variation_id').notNull(),
  locationId: locationId(),
  delta: integer('delta').notNull(),
  backordered: integer('backordered').notNull().default(0),
  reason: text('reason').$type<MovementReason>().notNull(),
  reference: text('reference').notNull().default(''),
  note: text('note').notNull().default(''),
  byStaffId: bigint('by_staff_id', { mode: 'number' }),
  at: timestamp('at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
});

export const stockReservations = pgTable('stock_reservations', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  orderId: bigint('order_id', { mode: 'number' }).notNull(),
  lineId: bigint('line_id', { mode: 'number' }).notNull(),
  locationId: locationId(),
  stockId: integer('stock_id').notNull(),
  variationId: integer('variation_id').notNull(),
  quantity: integer('quantity').notNull(),
  backordered: integer('backordered').notNull().default(0),
  shipped: integer('shipped').notNull().default(0),
  returned: integer('returned').notNull().default(0),
  state: text('state').$type<'reserved' | 'committed' | 'released'>().notNull().default('reserved'),
});

/** Units of orders that came back, by a parcel or a refund. */
export const returnedUnits = pgTable('returned_units', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  orderId: bigint('order_id', { mode: 'number' }).notNull(),
  lineId: bigint('line_id', { mode: 'number' }).notNull(),
  quantity: integer('quantity').notNull(),
  deliveryId: bigint('delivery_id', { mode: 'number' }),
  refundId: bigint('refund_id', { mode: 'number' }),
  returnedAt: timestamp('returned_at', { withTimezone: true, mode: 'date' }).notNull(),
});
