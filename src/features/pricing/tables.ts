import { bigint, char, integer, pgTable, primaryKey, timestamp } from 'drizzle-orm/pg-core';

const amount = (name: string) => bigint(name, { mode: 'number' });
const timestamptz = (name: string) => timestamp(name, { withTimezone: true });

export const priceHistory = pgTable(
  'price_history',
  {
    variationId: integer('variation_id').notNull(),
    validFrom: timestamptz('valid_from').notNull(),
    /** Null: valid now. */
    validTo: timestamptz('valid_to'),
    /** Null: not for sale. */
    regularPrice: amount('regular_price'),
    salePrice: amount('sale_price'),
    saleFrom: timestamptz('sale_from'),
    saleTo: timestamptz('sale_to'),
    currency: char({ length: 3 }).notNull(),
    reducedAt: timestamptz('reduced_at'),
    priorPrice: amount('prior_price'),
  },
  (table) => [primaryKey({ columns: [table.variationId, table.validFrom] })],
);
