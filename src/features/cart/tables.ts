import { sql } from 'drizzle-orm';
import { bigint, boolean, char, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { LineAvailability, StoredAddons, StoredChoices } from './lines/cart-rows.ts';
import type { RecentAdd } from './lines/recent-adds.ts';

const timestamptz = (name: string) => timestamp(name, { withTimezone: true });

export const carts = pgTable('carts', {
  id: uuid().primaryKey().defaultRandom(),
  /** Either the visitor or the customer owns the cart. */
  visitorId: uuid('visitor_id'),
  customerId: bigint('customer_id', { mode: 'number' }),
  state: text().$type<'open' | 'ordered' | 'merged'>().notNull().default('open'),
  /** The customer's cart that took over the lines at sign-in. */
  mergedInto: uuid('merged_into'),
  version: bigint({ mode: 'number' }).notNull().default(sql`nextval('cart_versions')`),
  currency: char({ length: 3 }).notNull(),
  locale: text().notNull(),
  /** Codes in the order in which they were added, as the shop writes them. */
  couponCodes: text('coupon_codes').array().notNull().default([]),
  /** Where it is sent, as far as its owner has said. Others are empty when unknown. */
  destinationCountry: text('destination_country'),
  destinationState: text('destination_state').notNull().default(''),
  destinationPostcode: text('destination_postcode').notNull().default(''),
  destinationCity: text('destination_city').notNull().default(''),
  /** The address of the invoice, as far as its owner has said: else the destination. */
  billingCountry: text('billing_country'),
  billingState: text('billing_state').notNull().default(''),
  billingPostcode: text('billing_postcode').notNull().default(''),
  billingCity: text('billing_city').notNull().default(''),
  /** Of a business, with the prefix of its country. */
  vatNumber: text('vat_number'),
  /** Id of the chosen shipping option. */
  shippingMethod: text('shipping_method'),
  /** The last requests that added something, newest first. */
  recentAdds: jsonb('recent_adds').$type<readonly RecentAdd[]>().notNull().default([]),
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
  /** The grouped product with whose form it was added. */
  setId: integer('set_id'),
  choices: jsonb().$type<StoredChoices>().notNull().default({}),
  addons: jsonb().$type<StoredAddons>().notNull().default({}),
  /** Ids of the files that the add-ons name. */
  uploads: uuid().array().notNull().default([]),
  fingerprint: text().notNull(),
  position: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
  /** When it was removed or set aside. */
  removedAt: timestamptz('removed_at'),
  isAside: boolean('is_aside').notNull().default(false),
  /** Price of one item that the shopper saw last, in minor units; null when it is unknown. */
  seenUnitPrice: bigint('seen_unit_price', { mode: 'number' }),
  /** As the shopper saw it last. */
  seenAvailability: text('seen_availability').$type<LineAvailability>().notNull().default('available'),
  /** How many were left, where the shopper saw it. */
  seenStockLeft: integer('seen_stock_left'),
});
