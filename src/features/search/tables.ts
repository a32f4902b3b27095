import { bigint, customType, integer, pgTable, primaryKey, real, smallint, text, timestamp } from 'drizzle-orm/pg-core';

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
  /** Number of products with the word in their names, or, if there is none, in labels. */
  products: integer('products').notNull().default(0),
  /** For corrections; empty for short words and numbers, which are not corrected. */
  keys: text('keys').array().notNull(),
});

/** Words and stems of names. */
export const searchNameWords = pgTable(
  'search_name_words',
  {
    productId: integer('product_id').notNull(),
    lexeme: text('lexeme').notNull(),
    /** 2: the whole name; 1: the name begins with the word or stem; 0: others. */
    place: smallint('place').notNull(),
    rank: real('rank').notNull(),
  },
  (table) => [primaryKey({ columns: [table.productId, table.lexeme] })],
);

export const searchChanges = pgTable('search_changes', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  productId: integer('product_id').notNull(),
});

export const zeroResultSearches = pgTable('zero_result_searches', {
  id: integer('id').notNull().generatedAlwaysAsIdentity().unique(),
  query: text('query').primaryKey(),
  times: integer('times').notNull().default(1),
  firstAt: timestamptz('first_at').notNull(),
  lastAt: timestamptz('last_at').notNull(),
});
