import { bigint, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

export const productQuestions = pgTable('product_questions', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  productId: bigint('product_id', { mode: 'number' }).notNull(),
  question: text().notNull(),
  /** Null once the answer was mailed. */
  email: text(),
  askedAt: timestamp('asked_at', { withTimezone: true }).notNull(),
  answer: text(),
  answeredAt: timestamp('answered_at', { withTimezone: true }),
});
