import { bigint, boolean, pgTable, timestamp } from 'drizzle-orm/pg-core';

const timestamptz = (name: string) => timestamp(name, { withTimezone: true });

export const wishlistMails = pgTable('wishlist_mails', {
  customerId: bigint('customer_id', { mode: 'number' }).primaryKey(),
  sentAt: timestamptz('sent_at').notNull(),
});

export const wishlistItemLooks = pgTable('wishlist_item_looks', {
  itemId: bigint('item_id', { mode: 'number' }).primaryKey(),
  /** Price of one item as pages show it; null when the row has no price. */
  price: bigint({ mode: 'number' }),
  isAvailable: boolean('is_available').notNull(),
  lookedAt: timestamptz('looked_at').notNull(),
});
