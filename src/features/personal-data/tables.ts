import { bigint, pgTable, timestamp } from 'drizzle-orm/pg-core';

const timestamptz = (name: string) => timestamp(name, { withTimezone: true }).notNull();

export const accountDeletions = pgTable('account_deletions', {
  customerId: bigint('customer_id', { mode: 'number' }).primaryKey(),
  askedAt: timestamptz('asked_at'),
  dueAt: timestamptz('due_at'),
});
