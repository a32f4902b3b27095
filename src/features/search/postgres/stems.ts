import { LRUCache } from 'lru-cache';
import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { Language } from '../engine.ts';

/** A word's stems in the shop's languages. `isStopWord` is true for a stop word of at least one language. */
export interface Stems {
  readonly word: string;
  /** Stems that differ from the word. */
  readonly stems: readonly string[];
  readonly isStopWord: boolean;
}

const findStems = sqlQuery<{ word: string; stems: string[]; isStopWord: boolean }>(
  'search.find-stems',
  `select word, coalesce(array_agg(distinct lexemes[1]) filter (where lexemes[1] <> word), '{}') as stems, coalesce(bool_or(lexemes = '{}'), false) as "isStopWord"
  from unnest($1::text[]) word left join lateral (select ts_lexize(dictionary, word) as lexemes from unnest($2::regdictionary[]) dictionary) l on true
  group by word`,
);

export async function loadStems(
  db: Db,
  words: readonly string[],
  dictionaries: readonly string[],
): Promise<Map<string, Stems>> {
  const rows = words.length === 0 ? [] : await findStems(db, [words, dictionaries]);
  return new Map(rows.map((entry) => [entry.word, entry]));
}

/** Stems depend only on the dictionaries of PostgreSQL, so they never change. */
const known = new LRUCache<string, Stems>({ max: 5_000 });

/** Returns the stems of typed words. Words that were typed before need no query. */
export async function getStems(
  db: Db,
  words: readonly string[],
  dictionaries: readonly string[],
): Promise<Map<string, Stems>> {
  const toKey = (word: string) => `${dictionaries.join()} ${word}`;
  const missing = words.filter((word) => !known.has(toKey(word)));
  const loaded = await loadStems(db, missing, dictionaries);
  for (const [word, stems] of loaded) known.set(toKey(word), stems);
  return new Map(
    words.flatMap((word) => {
      const stems = loaded.get(word) ?? known.get(toKey(word));
      return stems ? [[word, stems] as const] : [];
    }),
  );
}

export const getDictionaries = (languages: readonly Language[]): string[] =>
  languages.map((language) => `${language}_stem`);
