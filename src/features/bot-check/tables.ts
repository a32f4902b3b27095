import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';

export const botCheckUses = pgTable('bot_check_uses', {
  nonce: text().primaryKey(),
  formKey: text('form_key').notNull().default(''),
  expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
});
