import { bigint, boolean, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { Address } from '#features/addresses/index.ts';

const timestamptz = (name: string) => timestamp(name, { withTimezone: true });

/** Who carts and orders can belong to. `email` is unique without regard to case. */
export const customers = pgTable('customers', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  email: text().notNull(),
  name: text().notNull().default(''),
  emailVerifiedAt: timestamptz('email_verified_at'),
  /** Why the customer pays no taxes. Null: taxes as for everybody. */
  taxExemption: text('tax_exemption'),
  /** Of what is written to the customer. */
  locale: text().notNull(),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
  /** When the account was deleted: the row has nothing about the customer since. */
  erasedAt: timestamptz('erased_at'),
});

/** The address book. A customer has at most one default of each kind. */
export const customerAddresses = pgTable('customer_addresses', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  customerId: bigint('customer_id', { mode: 'number' }).notNull(),
  address: jsonb().$type<Address>().notNull(),
  isDefaultBilling: boolean('is_default_billing').notNull().default(false),
  isDefaultShipping: boolean('is_default_shipping').notNull().default(false),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
});
