import type { Db } from '#platform/database/database.ts';
import type { SearchQuery } from '../engine.ts';
import { extractWords, normalizeCode, parseQueryWords } from '../normalize-text.ts';
import { addSynonyms, listSynonymWords, matchSynonyms, type SynonymSpan } from '../synonyms/match-synonyms.ts';
import type { Synonym } from '../synonyms/synonym.ts';
import { type Correction, correctWords } from './correct-words.ts';
import type { FoundRow, SearchShape } from './statements.ts';

/** Below this number of results for one word, corrections are tried. Several words rarely match by accident. */
const fewResults = 3;

export interface CorrectedRows<Row> {
  readonly rows: readonly Row[];
  readonly corrected: string | null;
  readonly isPartial: boolean;
}

type RunSearch<Row> = (values: readonly unknown[], match: SearchShape['match']) => Promise<Row[]>;

export interface SearchLanguage {
  readonly dictionaries: readonly string[];
  readonly synonyms: readonly Synonym[];
}

/**
 * Searches as typed, usually with one query. If the limit leaves room for more names and labels, synonyms are
 * searched as well. With few results, searches again with corrected words; if no product has all words, searches for
 * products with some of the words.
 */
export async function searchWithCorrection<Row extends FoundRow>(
  db: Db,
  query: SearchQuery,
  { dictionaries, synonyms }: SearchLanguage,
  runSearch: RunSearch<Row>,
): Promise<CorrectedRows<Row>> {
  const { category, locale, limit } = query;
  const words = parseQueryWords(query.text);
  if (words.length === 0) return { rows: [], corrected: null, isPartial: false };
  const search = (terms: readonly string[], match: SearchShape['match'] = terms.length === 1 ? 'word' : 'all') =>
    runSearch(
      [
        ...[terms, dictionaries, words.join(' '), normalizeCode(words.join(''))],
        ...(category === undefined ? [] : [category, locale]),
      ],
      match,
    );
  const exactRows = await search(words);
  if (exactRows.length >= limit && exactRows.every(({ isNamed }) => isNamed))
    return { rows: exactRows, corrected: null, isPartial: false };
  const spans = await matchSynonyms(db, words, synonyms, dictionaries);
  const terms = addSynonyms(words, words, spans);
  const rows = spans.length === 0 ? exactRows : rankSynonyms(exactRows, await search(terms), limit);
  if (rows.length >= (words.length === 1 ? fewResults : 1)) return { rows, corrected: null, isPartial: false };
  const correction = await correctUnknownWords(db, { query, words, spans, dictionaries, synonyms }, rows.length === 0);
  if (correction) {
    const correctedSpans = await matchSynonyms(db, correction.words, synonyms, dictionaries);
    const correctedTerms = addSynonyms(correction.terms, correction.words, correctedSpans);
    const correctedRows = await search(correctedTerms);
    const corrected = rows.length === 0 ? correction.shown : null;
    if (rows.length + correctedRows.length > 0)
      return { rows: mergeRows(rows, correctedRows, limit), corrected, isPartial: false };
  }
  if (rows.length > 0 || words.length === 1) return { rows, corrected: null, isPartial: false };
  const partialRows = await search(correction?.terms ?? terms, 'some');
  return { rows: partialRows, corrected: null, isPartial: partialRows.length > 0 };
}

interface TypedQuery extends SearchLanguage {
  readonly query: SearchQuery;
  readonly words: readonly string[];
  readonly spans: readonly SynonymSpan[];
}

/** Corrects words that are unknown to the catalogue, the synonyms and the shop's pages. */
async function correctUnknownWords(
  db: Db,
  { query, words, spans, dictionaries, synonyms }: TypedQuery,
  hasNoResults: boolean,
): Promise<Correction | null> {
  // A similar number is another model or size, and a similar code another product.
  const codes = query.text.split(/\s+/).filter((part) => /\p{N}/u.test(part));
  const known = new Set([
    ...codes.flatMap(extractWords).map(({ word }) => word),
    ...spans.flatMap(({ start, length }) => words.slice(start, start + length)),
    ...((await query.findKnownWords?.()) ?? []),
  ]);
  if (words.every((word) => known.has(word))) return null;
  return correctWords(db, { words, known, dictionaries, more: listSynonymWords(synonyms) }, hasNoResults);
}

/**
 * Orders the results: names and labels with the typed words, names and labels with synonyms, texts with the typed
 * words, texts with synonyms.
 */
function rankSynonyms<Row extends FoundRow>(rows: readonly Row[], bySynonyms: readonly Row[], limit: number): Row[] {
  const named = mergeRows(
    rows.filter(({ isNamed }) => isNamed),
    bySynonyms.filter(({ isNamed }) => isNamed),
    limit,
  );
  return mergeRows(mergeRows(named, rows, limit), bySynonyms, limit);
}

function mergeRows<Row extends FoundRow>(rows: readonly Row[], more: readonly Row[], limit: number): Row[] {
  const ids = new Set(rows.map(({ id }) => id));
  return [...rows, ...more.filter(({ id }) => !ids.has(id))].slice(0, limit);
}
