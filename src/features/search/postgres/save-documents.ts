import { type Db, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { SearchDocument } from '../engine.ts';
import { extractWords, listInnerWords, normalizeCode, type Word } from '../normalize-text.ts';
import { createTermLexeme } from '../synonyms/synonym.ts';
import { buildWordKeys } from './edit-distance.ts';
import { loadStems, type Stems } from './stems.ts';

/** Limits per document: later words say little about the product. */
const maxWords = 400;
const maxCodes = 500;

interface DocumentRow {
  readonly productId: number;
  readonly name: string;
  readonly nameWords: number;
  readonly rankingBoost: number;
  readonly nameLexemes: readonly string[];
  /** Words of name, labels, codes and attribute terms. */
  readonly keywordLexemes: readonly string[];
  /** Words of name, labels, codes and text. */
  readonly lexemes: readonly string[];
}

const upsertDocuments = sqlQuery(
  'search.upsert-documents',
  `with given as materialized (
    select "productId" as product_id, name, "nameWords" as name_words, "rankingBoost" as ranking_boost, array_to_tsvector("nameLexemes") as name_lexemes,
      array_to_tsvector("keywordLexemes") as keyword_lexemes, array_to_tsvector(lexemes) as lexemes
    from json_to_recordset($1::json) as d ("productId" integer, name text, "nameWords" smallint, "rankingBoost" real, "nameLexemes" text[],
      "keywordLexemes" text[], lexemes text[])
    order by 1
  ), documents as (
    insert into search_documents as d (product_id, name, name_words, ranking_boost, name_lexemes, keyword_lexemes)
    select product_id, name, name_words, ranking_boost, name_lexemes, keyword_lexemes from given
    on conflict (product_id) do update set name = excluded.name, name_words = excluded.name_words, ranking_boost = excluded.ranking_boost,
      name_lexemes = excluded.name_lexemes, keyword_lexemes = excluded.keyword_lexemes
    where (d.name, d.ranking_boost, d.name_lexemes, d.keyword_lexemes) is distinct from
      (excluded.name, excluded.ranking_boost, excluded.name_lexemes, excluded.keyword_lexemes)
  )
  insert into search_texts as t (product_id, lexemes) select product_id, lexemes from given
  on conflict (product_id) do update set lexemes = excluded.lexemes where t.lexemes is distinct from excluded.lexemes`,
);

const deleteNameWords = sqlQuery(
  'search.delete-name-words',
  `delete from search_name_words w using json_to_recordset($1::json) as d ("productId" integer, "nameLexemes" text[])
  where w.product_id = d."productId" and w.lexeme <> all(d."nameLexemes")`,
);

const upsertNameWords = sqlQuery(
  'search.upsert-name-words',
  `insert into search_name_words as w (product_id, lexeme, place, rank)
  select d."productId", l.lexeme, case when l.lexeme = d.name then 2 when starts_with(d.name, l.lexeme || ' ') or starts_with('=' || d.name, l.lexeme) then 1 else 0 end,
    2.0 / d."nameWords" + d."rankingBoost"
  from json_to_recordset($1::json) as d ("productId" integer, name text, "nameWords" smallint, "rankingBoost" real, "nameLexemes" text[])
  cross join unnest(d."nameLexemes") l (lexeme) order by 1, 2
  on conflict (product_id, lexeme) do update set place = excluded.place, rank = excluded.rank where (w.place, w.rank) is distinct from (excluded.place, excluded.rank)`,
);

const insertWords = sqlQuery(
  'search.insert-words',
  `insert into search_words (word, shown, products, keys)
  select d.word, d.shown, d.products, d.keys from json_to_recordset($1::json) as d (word text, shown text, products integer, keys text[])
  order by d.word collate "C" on conflict (word) do nothing`,
);

const findKnownWords = sqlQuery<{ word: string }>(
  'search.find-known-words',
  'select word from search_words where word = any($1::text[])',
);

interface TokenizedDocument {
  readonly document: SearchDocument;
  readonly name: readonly Word[];
  readonly labels: readonly Word[];
  readonly text: readonly Word[];
}

export async function saveDocuments(
  tx: Tx,
  documents: readonly SearchDocument[],
  dictionaries: readonly string[],
): Promise<void> {
  if (documents.length === 0) return;
  const tokenized = documents.map(
    (document): TokenizedDocument => ({
      document,
      name: extractWords(document.name),
      labels: document.labels.flatMap(extractWords),
      text: extractWords(document.text).slice(0, maxWords),
    }),
  );
  const words = buildVocabulary(tokenized);
  const stems = await loadStems(tx, [...words.keys()], dictionaries);
  const rows = JSON.stringify(tokenized.map((entry) => toDocumentRow(entry, stems)));
  await upsertDocuments(tx, [rows]);
  await deleteNameWords(tx, [rows]);
  await upsertNameWords(tx, [rows]);
  await saveWords(tx, [...words.values()]);
}

function toDocumentRow(
  { document, name, labels, text }: TokenizedDocument,
  stems: ReadonlyMap<string, Stems>,
): DocumentRow {
  const stemmed = (words: readonly string[]) =>
    words.flatMap((word) => [word, ...(stems.get(word)?.stems.map((stem) => `=${stem}`) ?? [])]);
  const nameWords = name.map(({ word }) => word);
  const textWords = text.map(({ word }) => word).filter((word) => !stems.get(word)?.isStopWord);
  const nameLexemes = removeDuplicates([...stemmed(nameWords), ...listInnerWords(name).map(({ word }) => word)]);
  const keywordLexemes = removeDuplicates([
    ...nameLexemes,
    ...stemmed([...labels, ...listInnerWords(labels)].map(({ word }) => word)),
    ...listCodeLexemes(document),
    ...document.terms.map(createTermLexeme),
  ]);
  return {
    productId: document.productId,
    name: nameWords.join(' '),
    nameWords: Math.max(1, nameWords.length),
    // 3 for stock, plus up to 3 for sales, which 403 sold items reach.
    rankingBoost: (document.inStock ? 3 : 0) + Math.min(3, Math.log1p(document.sold) / 2),
    nameLexemes,
    keywordLexemes,
    lexemes: removeDuplicates([...keywordLexemes, ...stemmed(textWords), ...joinAdjacentWords(nameWords)]),
  };
}

/** 'SM-TRY' matches as a whole code, as 'smtry' and by each of its parts. */
function listCodeLexemes({ codes }: SearchDocument): string[] {
  return codes.slice(0, maxCodes).flatMap((code) => {
    const normalized = normalizeCode(code);
    return normalized === '' ? [] : [`#${normalized}`, normalized, ...extractWords(code).map(({ word }) => word)];
  });
}

const removeDuplicates = (words: readonly string[]): string[] => [...new Set(words)];

interface VocabularyWord extends Word {
  products: number;
}

/** Collects the words of documents and counts the titles in which each word occurs. */
function buildVocabulary(documents: readonly TokenizedDocument[]): Map<string, VocabularyWord> {
  const words = new Map<string, VocabularyWord>();
  const addWord = ({ word, shown }: Word, products: number) => {
    const existing = words.get(word);
    if (existing) existing.products += products;
    else words.set(word, { word, shown, products });
  };
  for (const { name, labels, text } of documents) {
    const keywords = new Map(
      [...listInnerWords([...labels, ...name]), ...labels, ...name].map((word) => [word.word, word]),
    );
    for (const word of keywords.values()) addWord(word, 1);
    for (const word of text) addWord(word, 0);
  }
  return words;
}

/** Joins neighbouring words, so that 'tea pot' also matches 'teapot'. */
function joinAdjacentWords(words: readonly string[]): string[] {
  return words.slice(1).map((word, index) => `${words[index]}${word}`);
}

async function saveWords(db: Db, words: readonly VocabularyWord[]): Promise<void> {
  const known = new Set((await findKnownWords(db, [words.map(({ word }) => word)])).map(({ word }) => word));
  const newWords = words.filter(({ word }) => !known.has(word));
  if (newWords.length === 0) return;
  // Numbers are not corrected: a similar number is another model or size.
  const isCorrectable = (word: string) => word.length >= 3 && !/\p{N}/u.test(word);
  const rows = newWords.map((entry) => ({
    ...entry,
    keys: isCorrectable(entry.word) ? buildWordKeys(entry.word) : [],
  }));
  await insertWords(db, [JSON.stringify(rows)]);
}
