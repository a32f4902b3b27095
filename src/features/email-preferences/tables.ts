import { bigint, boolean, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

export const emailPreferences = pgTable(
  'email_preferences',
  {
    customerId: bigint('customer_id', { mode: 'number' }).notNull(),
    /** Of an `OptionalMail`. */
    kind: text().notNull(),
    isWanted: boolean('is_wanted').notNull(),
    /** In which it was answered. */
    locale: text().notNull(),
    changedAt: timestamp('changed_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.customerId, table.kind] })],
);
