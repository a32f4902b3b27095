import { sql } from 'drizzle-orm';
import { bigint, char, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { StoredAddons, StoredChoices } from './lines/cart-rows.ts';

const timestamptz = (name: string) => timestamp(name, { withTimezone: true });

export const carts = pgTable('carts', {
  id: uuid().primaryKey().defaultRandom(),
  visitorId: uuid('visitor_id').notNull(),
  state: text().$type<'open' | 'ordered'>().notNull().default('open'),
  version: bigint({ mode: 'number' }).notNull().default(sql`nextval('cart_versions')`),
  currency: char({ length: 3 }).notNull(),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
  updatedAt: timestamptz('updated_at').notNull().defaultNow(),
});

export const cartLines = pgTable('cart_lines', {
  /** The cart_item_key. */
  id: uuid().primaryKey().defaultRandom(),
  cartId: uuid('cart_id').notNull(),
  variationId: integer('variation_id').notNull(),
  productId: integer('product_id').notNull(),
  quantity: integer().notNull(),
  choices: jsonb().$type<StoredChoices>().notNull().default({}),
  addons: jsonb().$type<StoredAddons>().notNull().default({}),
  fingerprint: text().notNull(),
  position: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
  removedAt: timestamptz('removed_at'),
});
