import { boolean, integer, numeric, pgTable, text } from 'drizzle-orm/pg-core';

export const taxRates = pgTable('tax_rates', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  taxClass: text('tax_class').notNull().default('standard'),
  country: text('country').notNull().default(''),
  state: text('state').notNull().default(''),
  postcodes: text('postcodes').array().notNull().default([]),
  cities: text('cities').array().notNull().default([]),
  /** Cities in the spelling used for comparisons. */
  cityKeys: text('city_keys').array().notNull().default([]),
  percent: numeric('percent', { precision: 9, scale: 4, mode: 'number' }).notNull(),
  name: text('name').notNull(),
  priority: integer('priority').notNull().default(1),
  compound: boolean('compound').notNull().default(false),
  appliesToShipping: boolean('applies_to_shipping').notNull().default(true),
  position: integer('position').notNull().default(0),
});
