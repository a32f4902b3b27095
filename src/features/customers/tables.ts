import { bigint, boolean, char, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
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
  taxCertificate: text('tax_certificate').notNull().default(''),
  /** The moment after the last day on which the exemption counts. */
  taxExemptBefore: timestamptz('tax_exempt_before'),
  /** Of what is written to the customer. */
  locale: text().notNull(),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
  /** When the account was deleted: the row has nothing about the customer since. */
  erasedAt: timestamptz('erased_at'),
  /** The account that took over what this one had. */
  mergedInto: bigint('merged_into', { mode: 'number' }),
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

/** Accounts that are not erased, and guests by their address. Triggers write it. */
export const people = pgTable('people', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  /** Null: a guest. */
  customerId: bigint('customer_id', { mode: 'number' }),
  email: text().notNull(),
  name: text().notNull().default(''),
  firstSeenAt: timestamptz('first_seen_at').notNull(),
  /** Orders that were neither cancelled nor failed. */
  orders: integer().notNull().default(0),
  lastOrderAt: timestamptz('last_order_at'),
  isSubscribed: boolean('is_subscribed').notNull().default(false),
});

/** Money received and not given back. Minor units. */
export const personSpendings = pgTable('person_spendings', {
  personId: bigint('person_id', { mode: 'number' }).notNull(),
  currency: char({ length: 3 }).notNull(),
  amount: bigint({ mode: 'number' }).notNull(),
});

/** What staff write about a person for each other. */
export const personNotes = pgTable('person_notes', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  personId: bigint('person_id', { mode: 'number' }).notNull(),
  text: text().notNull(),
  by: text().notNull(),
  byStaffId: bigint('by_staff_id', { mode: 'number' }),
  at: timestamptz('at').notNull(),
});
