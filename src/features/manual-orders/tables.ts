import { sql } from 'drizzle-orm';
import { bigint, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { QuotedOrder } from './create-manual-order.ts';
import type { ManualOrderInput } from './order-file.ts';

const timestamptz = (name: string) => timestamp(name, { withTimezone: true });

export const orderDrafts = pgTable('order_drafts', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  input: jsonb().$type<ManualOrderInput>().notNull(),
  by: text().notNull(),
  byStaffId: bigint('by_staff_id', { mode: 'number' }),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
  orderNumber: bigint('order_number', { mode: 'number' }),
  customerId: bigint('customer_id', { mode: 'number' }).generatedAlwaysAs(sql`(input ->> 'customerId')::bigint`),
  updatedAt: timestamptz('updated_at').notNull().defaultNow(),
  /** Null without a quote, like the next three. */
  quoteToken: text('quote_token'),
  quoted: jsonb().$type<QuotedOrder>(),
  quotedAt: timestamptz('quoted_at'),
  validUntil: timestamptz('valid_until'),
  quoteMessage: text('quote_message').notNull().default(''),
});
