import { bigint, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

const timestamptz = (name: string) => timestamp(name, { withTimezone: true });

/** Who carts and orders can belong to. `email` is unique without regard to case. */
export const customers = pgTable('customers', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  email: text().notNull(),
  emailVerifiedAt: timestamptz('email_verified_at'),
  /** Why the customer pays no taxes. Null: taxes as for everybody. */
  taxExemption: text('tax_exemption'),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
});
