import { bigint, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { ManualOrderInput } from './order-file.ts';

export const orderDrafts = pgTable('order_drafts', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  input: jsonb().$type<ManualOrderInput>().notNull(),
  by: text().notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  orderNumber: bigint('order_number', { mode: 'number' }),
});
