import { bigint, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const timestamptz = (name: string) => timestamp(name, { withTimezone: true });

export const downloadGrants = pgTable('download_grants', {
  id: uuid().primaryKey().defaultRandom(),
  orderLineId: bigint('order_line_id', { mode: 'number' }).notNull(),
  position: integer().notNull(),
  name: text().notNull(),
  location: text().notNull(),
  remaining: integer(),
  expiresAt: timestamptz('expires_at'),
  downloads: integer().notNull().default(0),
  lastDownloadedAt: timestamptz('last_downloaded_at'),
});
