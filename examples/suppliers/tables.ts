import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

export const suppliers = pgTable('suppliers', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull(),
  email: text(),
  /** What to order next. Empty: nothing. */
  reorderNote: text('reorder_note').notNull().default(''),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
});

/** Coupons that a supplier pays for. */
export const supplierCoupons = pgTable('supplier_coupons', {
  couponId: integer('coupon_id').primaryKey(),
  supplierId: integer('supplier_id').notNull(),
});
