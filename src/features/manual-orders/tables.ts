import { sql } from 'drizzle-orm';
import { bigint, boolean, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { ManualOrderInput } from './order-file.ts';
import type { QuotedOrder } from './price-manual-order.ts';

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
  /** This column and the next five are null when the draft has no quote. */
  quoteToken: text('quote_token'),
  quoted: jsonb().$type<QuotedOrder>(),
  quotedInput: jsonb('quoted_input').$type<ManualOrderInput>(),
  quotedCustomerId: bigint('quoted_customer_id', { mode: 'number' }).generatedAlwaysAs(
    sql`(quoted_input ->> 'customerId')::bigint`,
  ),
  quotedAt: timestamptz('quoted_at'),
  validUntil: timestamptz('valid_until'),
  quoteMessage: text('quote_message').notNull().default(''),
  withdrawnAt: timestamptz('withdrawn_at'),
  deletedAt: timestamptz('deleted_at'),
});

export const replacedQuotes = pgTable('replaced_quotes', {
  token: text().primaryKey(),
  draftId: bigint('draft_id', { mode: 'number' }).notNull(),
  leadsOn: boolean('leads_on').notNull(),
});
