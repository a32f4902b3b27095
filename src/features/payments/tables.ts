import { sql } from 'drizzle-orm';
import { bigint, char, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const timestamptz = (name: string) => timestamp(name, { withTimezone: true }).notNull().defaultNow();

export const payments = pgTable('payments', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  orderId: bigint('order_id', { mode: 'number' }).notNull(),
  method: text().notNull(),
  state: text().$type<'pending' | 'authorized' | 'captured' | 'failed' | 'voided'>().notNull().default('pending'),
  amount: bigint({ mode: 'number' }).notNull(),
  currency: char({ length: 3 }).notNull(),
  requestId: uuid('request_id').notNull().default(sql`gen_random_uuid()`),
  providerReference: text('provider_reference'),
  createdAt: timestamptz('created_at'),
  updatedAt: timestamptz('updated_at'),
});
