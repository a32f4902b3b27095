import { bigint, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

const reference = (name: string) => bigint(name, { mode: 'number' });

export const exchanges = pgTable('exchanges', {
  orderId: reference('order_id').primaryKey(),
  exchangedOrderId: reference('exchanged_order_id').notNull(),
  refundId: reference('refund_id').notNull(),
});

export const exchangeArrivals = pgTable('exchange_arrivals', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  refundLineId: reference('refund_line_id').notNull(),
  quantity: integer().notNull(),
  /** As many of them as are in stock again. */
  restocked: integer().notNull(),
  by: text().notNull(),
  byStaffId: reference('by_staff_id'),
  arrivedAt: timestamp('arrived_at', { withTimezone: true }).notNull(),
});
