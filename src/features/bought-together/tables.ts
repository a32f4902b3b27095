import { integer, pgTable, primaryKey } from 'drizzle-orm/pg-core';

export const productCompanions = pgTable(
  'product_companions',
  {
    productId: integer('product_id').notNull(),
    companionId: integer('companion_id').notNull(),
    /** Paid orders with both. */
    orders: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.productId, table.companionId] })],
);
