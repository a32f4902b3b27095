import { bigint, boolean, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { OrderedLine } from '#features/cart/index.ts';

/** Ids of the next orders of carts. A trigger on `carts` adds the rows. */
export const nextOrderIds = pgTable('next_order_ids', {
  cartId: uuid('cart_id').primaryKey(),
  orderId: bigint('order_id', { mode: 'number' }).notNull(),
});

export const checkoutAttempts = pgTable('checkout_attempts', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  cartId: uuid('cart_id'),
  cartVersion: bigint('cart_version', { mode: 'number' }).notNull(),
  /** The version of a cart that stayed open with the rest when the order was accepted. */
  restVersion: bigint('rest_version', { mode: 'number' }),
  cartLines: jsonb('cart_lines').$type<readonly OrderedLine[]>().notNull().default([]),
  orderId: bigint('order_id', { mode: 'number' }),
  requestKey: text('request_key').notNull(),
  requestHash: text('request_hash').notNull(),
  isOpen: boolean('is_open').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
});
