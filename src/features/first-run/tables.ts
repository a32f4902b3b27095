import { customType, pgTable, smallint, timestamp } from 'drizzle-orm/pg-core';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

export const firstRunLinks = pgTable('first_run_links', {
  id: smallint('id').primaryKey().default(1),
  tokenHash: bytea('token_hash').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
});
