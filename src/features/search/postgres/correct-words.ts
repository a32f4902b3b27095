import { type Db, sqlQuery } from '#platform/database/database.ts';
import { buildQueryKeys, getEditDistance } from './edit-distance.ts';

interface Candidate {
  position: number;
  /**
   * Null when the catalogue has the typed word or a word that begins with it. `known` is then true when no correction
   * is needed.
   */
  word: string | null;
  known: boolean;
  shown: string;
  products: number;
}

/**
 * Finds words with a similar spelling, and words that contain the typed word. Skips typed words that the catalogue
 * has, also as another form or as part of a code, and typed words that begin a word of the catalogue. When nothing
 * was found (`$2`), the latter are skipped only for the last word, which may be incomplete.
 */
const findCandidates = sqlQuery<Candidate>(
  'search.find-correction-candidates',
  `with typed as materialized (
    select t.position::integer, t.word, (select array_agg(key) from json_array_elements_text(t.keys) key) as keys,
      array(select (ts_lexize(dictionary, t.word))[1] from unnest($3::regdictionary[]) dictionary where ts_lexize(dictionary, t.word) <> '{}') as stems,
      t.position = json_array_length($1::json) as is_last
    from rows from (json_to_recordset($1::json) as (word text, keys json)) with ordinality t (word, keys, position)
  ), known as materialized (
    select t.*, begins, is_word or begins and (is_last or not $2::boolean) as known from typed t cross join lateral (
      select exists (select from search_words w where w.word >= t.word and w.word < t.word || U&'\\+10FFFF' collate "C") as begins,
        coalesce((select true from search_words w where w.word = any(t.word || t.stems) limit 1), (
          select true from search_documents d where d.keyword_lexemes @@ (
            select string_agg(search_lexeme(lexeme, false), ' | ')::tsquery from (select t.word as lexeme union select '=' || stem from unnest(t.stems) stem) l
          ) limit 1
        ), false) as is_word
    ) k
  )
  select position, null as word, '' as shown, 0 as products, known from known where begins or known
  union all
  select typed.position, w.word, w.shown, w.products, false from known typed cross join lateral (
    (select w.word, w.shown, w.products from search_words w where w.keys && typed.keys order by w.products desc limit 60)
    union
    (select w.word, w.shown, w.products from search_words w where w.word % typed.word and length(typed.word) >= 5 and w.keys <> '{}' order by similarity(w.word, typed.word) desc limit 10)
    union
    (select w.word, w.shown, w.products from search_words w where w.word like '%' || typed.word || '%' and length(typed.word) >= 4 and w.keys <> '{}' order by w.products desc limit 10)
  ) w where not typed.known`,
);

export interface Correction {
  /** One term per typed word: a word, or several separated by |. */
  readonly terms: readonly string[];
  /** One word per typed word: the best correction, or the typed word itself. */
  readonly words: readonly string[];
  /** The corrected query in the catalogue's spelling. */
  readonly shown: string;
}

interface TypedWords {
  readonly words: readonly string[];
  /** Typed words that need no correction. */
  readonly known: ReadonlySet<string>;
  /** Possible corrections besides the words of the catalogue. */
  readonly more: readonly string[];
  readonly dictionaries: readonly string[];
}

const maxAlternatives = 4;

/**
 * Corrects misspelled words with one query.
 * @param hasNoResults whether the search as typed found nothing
 * @returns null when each word is known or has no similar word
 */
export async function correctWords(
  db: Db,
  { words, known, more, dictionaries }: TypedWords,
  hasNoResults: boolean,
): Promise<Correction | null> {
  const typed = words.map((word) => ({ word, keys: buildQueryKeys(word) }));
  const found = Map.groupBy(
    await findCandidates(db, [JSON.stringify(typed), hasNoResults, dictionaries]),
    ({ position }) => position,
  );
  const others = more.map((word) => ({ position: 0, word, known: false, shown: word, products: 0 }));
  const corrections = words.map((word, index) =>
    known.has(word) ? null : correctWord(word, [...(found.get(index + 1) ?? []), ...others]),
  );
  if (corrections.every((correction) => correction === null)) return null;
  return {
    terms: corrections.map((correction, index) => correction?.term ?? words[index] ?? ''),
    words: corrections.map((correction, index) => correction?.word ?? words[index] ?? ''),
    shown: corrections.map((correction, index) => correction?.shown ?? words[index] ?? '').join(' '),
  };
}

function correctWord(typed: string, rows: readonly Candidate[]): { term: string; word: string; shown: string } | null {
  if (typed.length < 3 || rows.some(({ known }) => known)) return null;
  const nearWords = rows.flatMap(({ word, shown, products }) => {
    if (word === null || word.startsWith(typed)) return [];
    const distance = word.includes(typed) ? 0.5 : getEditDistance(typed, word);
    return distance === null ? [] : [{ word, shown, products, distance }];
  });
  const best = nearWords.toSorted((a, b) => a.distance - b.distance || b.products - a.products);
  const [first] = best;
  if (!first) return null;
  const nearest = best.filter(({ distance }) => distance === first.distance).slice(0, maxAlternatives);
  const prefix = rows.some(({ word }) => word === null) ? [typed] : [];
  return {
    term: [...new Set([...prefix, ...nearest.map(({ word }) => word)])].join('|'),
    word: first.word,
    shown: first.shown,
  };
}
