import { bigint, date, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

const id = (name: string) => bigint(name, { mode: 'number' }).notNull();

export const shipments = pgTable('shipments', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  orderId: id('order_id'),
  locationId: integer('location_id').notNull().default(1),
  by: text().notNull(),
  byStaffId: bigint('by_staff_id', { mode: 'number' }),
  shippedAt: timestamp('shipped_at', { withTimezone: true }).notNull().defaultNow(),
});

export const parcels = pgTable('parcels', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  shipmentId: id('shipment_id'),
  carrier: text().notNull(),
  trackingNumber: text('tracking_number').notNull(),
  trackingUrl: text('tracking_url').notNull(),
});

export const deliveries = pgTable('deliveries', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  orderId: id('order_id'),
  shipmentId: id('shipment_id'),
  parcelId: bigint('parcel_id', { mode: 'number' }),
  state: text().notNull(),
  reason: text().notNull().default(''),
  happenedOn: date('happened_on').notNull(),
  answer: text(),
  replacementId: bigint('replacement_id', { mode: 'number' }),
  refundId: bigint('refund_id', { mode: 'number' }),
  by: text().notNull(),
  byStaffId: bigint('by_staff_id', { mode: 'number' }),
  recordedAt: timestamp('recorded_at', { withTimezone: true }).notNull(),
});

export const replacements = pgTable('replacements', {
  orderId: bigint('order_id', { mode: 'number' }).primaryKey(),
  replacedOrderId: id('replaced_order_id'),
});

export const replacedUnits = pgTable(
  'replaced_units',
  {
    replacementId: id('replacement_id'),
    orderId: id('order_id'),
    lineId: id('line_id'),
    quantity: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.lineId, table.replacementId] })],
);

export const cancelledUnits = pgTable('cancelled_units', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  orderId: id('order_id'),
  lineId: id('line_id'),
  quantity: integer().notNull(),
  by: text().notNull(),
  byStaffId: bigint('by_staff_id', { mode: 'number' }),
  cancelledAt: timestamp('cancelled_at', { withTimezone: true }).notNull().defaultNow(),
});

export const shipmentLines = pgTable(
  'shipment_lines',
  {
    shipmentId: id('shipment_id'),
    orderId: id('order_id'),
    lineId: id('line_id'),
    quantity: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.shipmentId, table.lineId] })],
);
