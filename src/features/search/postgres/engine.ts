import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { CreateSearchEngine } from '../engine.ts';
import { saveDocuments } from './save-documents.ts';
import { searchWithCorrection } from './search-with-correction.ts';
import { getFindStatement, getSuggestStatement } from './statements.ts';

const deleteDocuments = sqlQuery(
  'search.delete-documents',
  'delete from search_documents where product_id = any($1::integer[])',
);

/** Deletes words that no document has. */
const deleteUnusedWords = sqlQuery(
  'search.delete-unused-words',
  `delete from search_words where word not in (select word from ts_stat('select lexemes from search_texts'))`,
);

const countWords = sqlQuery(
  'search.update-word-counts',
  `with found as materialized (select word, ndoc from ts_stat('select keyword_lexemes from search_documents'))
  update search_words w set products = coalesce(f.ndoc, 0) from search_words same left join found f on f.word = same.word
  where same.word = w.word and w.products <> coalesce(f.ndoc, 0)`,
);

/** GIN indexes keep new entries in a pending list that slows every search. */
const flushPendingLists = sqlQuery(
  'search.flush-pending-lists',
  `select gin_clean_pending_list(i) from unnest(array['search_documents_name_lexemes', 'search_documents_keyword_lexemes', 'search_texts_lexemes']) i`,
);

/** Filling a table makes its statistics stale. */
const analyzeTables = sqlQuery('search.analyze-tables', 'analyze search_documents, search_texts, search_words');

/**
 * Provides `search.engine`: full-text search with prefixes, and a table of words for
 * corrections.
 */
export const postgresSearch: CreateSearchEngine = (languages) => {
  const dictionaries = languages.map((language) => `${language}_stem`);
  return {
    name: 'postgres',
    async suggest(db, { now, ...query }) {
      const scope = query.category === undefined ? 'all' : 'category';
      const found = await searchWithCorrection(db, query, dictionaries, (values, isPartial) =>
        getSuggestStatement(scope, query.limit, isPartial)(db, [...values, now]),
      );
      return found.rows;
    },
    async find(db, query) {
      const scope = query.category === undefined ? 'all' : 'category';
      const found = await searchWithCorrection(db, query, dictionaries, (values, isPartial) =>
        getFindStatement(scope, query.limit, isPartial)(db, [...values]),
      );
      return {
        productIds: found.rows.map(({ id }) => id),
        corrected: found.corrected,
        isPartial: found.isPartial,
      };
    },
    saveDocuments: (tx, documents) => saveDocuments(tx, documents, dictionaries),
    async removeDocuments(tx, productIds) {
      await deleteDocuments(tx, [productIds]);
    },
    async flush(db) {
      await flushPendingLists(db, []);
    },
    optimize,
  };
};

async function optimize(db: Db): Promise<void> {
  await deleteUnusedWords(db, []);
  await countWords(db, []);
  await analyzeTables(db, []);
}
