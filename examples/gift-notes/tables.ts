import { bigint, pgTable, text } from 'drizzle-orm/pg-core';

export const giftNotes = pgTable('gift_notes', {
  orderId: bigint('order_id', { mode: 'number' }).primaryKey(),
  text: text().notNull(),
});
