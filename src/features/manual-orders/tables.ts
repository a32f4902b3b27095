import { bigint, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { ManualOrderInput } from './order-file.ts';

export const orderDrafts = pgTable('order_drafts', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  input: jsonb().$type<ManualOrderInput>().notNull(),
  by: text().notNull(),
  byStaffId: bigint('by_staff_id', { mode: 'number' }),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  orderNumber: bigint('order_number', { mode: 'number' }),
});
