import { bigint, char, integer, numeric, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

const timestamptz = (name: string) => timestamp(name, { withTimezone: true });

export const promotions = pgTable('promotions', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull(),
  percent: numeric({ precision: 7, scale: 4, mode: 'number' }),
  amount: bigint({ mode: 'number' }),
  currency: char({ length: 3 }).notNull(),
  productIds: integer('product_ids').array(),
  minQuantity: integer('min_quantity').notNull().default(1),
  priority: integer().notNull().default(10),
  startsAt: timestamptz('starts_at'),
  endsAt: timestamptz('ends_at'),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
});
