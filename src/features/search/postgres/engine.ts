import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { CreateSearchEngine } from '../engine.ts';
import { saveDocuments } from './save-documents.ts';
import { searchWithCorrection } from './search-with-correction.ts';
import { getFindStatement, getSuggestStatement } from './statements.ts';
import { getDictionaries } from './stems.ts';

const deleteDocuments = sqlQuery(
  'search.delete-documents',
  'delete from search_documents where product_id = any($1::integer[])',
);

/**
 * Deletes words that no document has. Each word that is in no name is looked up: `ts_stat` would read all documents
 * with their codes, which takes minutes for 100,000 products.
 */
const deleteUnusedWords = sqlQuery(
  'search.delete-unused-words',
  `delete from search_words w where not exists (select from search_name_words n where n.lexeme = w.word)
    and not exists (select from search_texts t where t.lexemes @@ search_lexeme(w.word, false)::tsquery)`,
);

const countWords = sqlQuery(
  'search.update-word-counts',
  `with names as materialized (select lexeme, count(*) as products from search_name_words group by 1),
  found as materialized (
    select w.word, coalesce(n.products, (select count(*) from search_documents d where d.keyword_lexemes @@ search_lexeme(w.word, false)::tsquery)) as products
    from search_words w left join names n on n.lexeme = w.word
  )
  update search_words w set products = found.products from found where found.word = w.word and w.products <> found.products`,
);

/** GIN indexes keep new entries in a pending list that slows down every search. */
const flushPendingLists = sqlQuery(
  'search.flush-pending-lists',
  `select gin_clean_pending_list(i) from unnest(array['search_documents_name_lexemes', 'search_documents_keyword_lexemes', 'search_texts_lexemes']) i`,
);

/** Filling a table makes its statistics stale. */
const analyzeTables = sqlQuery(
  'search.analyze-tables',
  'analyze search_documents, search_texts, search_name_words, search_words',
);

/** Provides `search.engine`: full-text search with prefixes, and a table of words for corrections. */
export const postgresSearch: CreateSearchEngine = (languages, synonyms) => {
  const dictionaries = getDictionaries(languages);
  const language = { dictionaries, synonyms };
  return {
    name: 'postgres',
    async suggest(db, { now, ...query }) {
      const scope = query.category === undefined ? 'all' : 'category';
      const found = await searchWithCorrection(db, query, language, (values, match) =>
        getSuggestStatement({ match, scope, limit: query.limit })(db, [...values, now]),
      );
      return found.rows;
    },
    async find(db, query) {
      const scope = query.category === undefined ? 'all' : 'category';
      const found = await searchWithCorrection(db, query, language, (values, match) =>
        getFindStatement({ match, scope, limit: query.limit })(db, [...values]),
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
