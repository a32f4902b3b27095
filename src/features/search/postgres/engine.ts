import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { Filler } from '#platform/features/slots.ts';
import type { Language, SearchEngine } from '../engine.ts';
import { findRows } from './find.ts';
import { putDocuments } from './put.ts';
import { findStatement, suggestStatement } from './statements.ts';

const remove = sqlQuery('search.remove', 'delete from search_documents where product_id = any($1::integer[])');

/** Words that are in no document any more go. */
const dropWords = sqlQuery(
  'search.drop-words',
  `delete from search_words where word not in (select word from ts_stat('select lexemes from search_texts'))`,
);

const countWords = sqlQuery(
  'search.count-words',
  `with found as materialized (select word, ndoc from ts_stat('select titled from search_documents'))
  update search_words w set products = coalesce(f.ndoc, 0) from search_words same left join found f on f.word = same.word
  where same.word = w.word and w.products <> coalesce(f.ndoc, 0)`,
);

/** New entries wait in a list that every search reads, until they are in the index. */
const emptyLists = sqlQuery(
  'search.empty-lists',
  `select gin_clean_pending_list(i) from unnest(array['search_documents_named', 'search_documents_titled', 'search_texts_lexemes']) i`,
);

/** Statistics go stale at once when a table is filled. */
const analyse = sqlQuery('search.analyse', 'analyze search_documents, search_texts, search_words');

/** Fills `search.engine`: full text with prefixes, and a table of the catalogue's words for what is misspelt. */
export const postgresSearch: Filler<{ readonly languages: readonly Language[] }, SearchEngine> = (
  _shop,
  _context,
  { languages },
) => {
  const dictionaries = languages.map((language) => `${language}_stem`);
  return {
    name: 'postgres',
    async suggest(db, { now, ...query }) {
      const scope = query.category === undefined ? 'all' : 'category';
      const found = await findRows(db, query, dictionaries, (values, partial) =>
        suggestStatement(scope, query.limit, partial)(db, [...values, now]),
      );
      return found.rows;
    },
    async find(db, query) {
      const scope = query.category === undefined ? 'all' : 'category';
      const found = await findRows(db, query, dictionaries, (values, partial) =>
        findStatement(scope, query.limit, partial)(db, [...values]),
      );
      return {
        productIds: found.rows.map(({ id }) => id),
        corrected: found.corrected,
        partial: found.partial,
      };
    },
    put: (tx, documents) => putDocuments(tx, documents, dictionaries),
    async remove(tx, productIds) {
      await remove(tx, [productIds]);
    },
    async settle(db) {
      await emptyLists(db, []);
    },
    tidy,
  };
};

async function tidy(db: Db): Promise<void> {
  await dropWords(db, []);
  await countWords(db, []);
  await analyse(db, []);
}
