import { bigint, customType, integer, pgTable, real, smallint, text, timestamp } from 'drizzle-orm/pg-core';

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });
const timestamptz = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const searchDocuments = pgTable('search_documents', {
  productId: integer('product_id').primaryKey(),
  name: text('name').notNull(),
  nameWords: smallint('name_words').notNull(),
  rankingBoost: real('ranking_boost').notNull(),
  nameLexemes: tsvector('name_lexemes').notNull(),
  /** Of name, labels and codes. */
  keywordLexemes: tsvector('keyword_lexemes').notNull(),
});

export const searchTexts = pgTable('search_texts', {
  productId: integer('product_id').primaryKey(),
  /** Of name, labels, codes and text. */
  lexemes: tsvector('lexemes').notNull(),
});

export const searchWords = pgTable('search_words', {
  word: text('word').primaryKey(),
  /** Original spelling in lower case. */
  shown: text('shown').notNull(),
  /** Number of products with the word in `keywordLexemes`. */
  products: integer('products').notNull().default(0),
  keys: text('keys').array().notNull(),
});

export const searchChanges = pgTable('search_changes', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  productId: integer('product_id').notNull(),
});

export const zeroResultSearches = pgTable('zero_result_searches', {
  query: text('query').primaryKey(),
  times: integer('times').notNull().default(1),
  firstAt: timestamptz('first_at').notNull(),
  lastAt: timestamptz('last_at').notNull(),
});
