import type { Db } from '#platform/database/database.ts';
import type { SearchQuery } from '../engine.ts';
import { normalizeCode, parseQueryWords } from '../normalize-text.ts';
import { type Correction, correctWords } from './correct-words.ts';
import type { SearchShape } from './statements.ts';

/**
 * Below this number of results for one word, corrections are tried. Several words rarely match by
 * accident.
 */
const fewResults = 3;

export interface CorrectedRows<Row> {
  readonly rows: readonly Row[];
  readonly corrected: string | null;
  readonly isPartial: boolean;
}

type RunSearch<Row> = (values: readonly unknown[], match: SearchShape['match']) => Promise<Row[]>;

/**
 * Searches as typed, usually one query. With few results, searches again with corrected words; if
 * nothing has all words, searches for some of them.
 */
export async function searchWithCorrection<Row extends { id: number }>(
  db: Db,
  { text, category, limit }: SearchQuery,
  dictionaries: readonly string[],
  runSearch: RunSearch<Row>,
): Promise<CorrectedRows<Row>> {
  const words = parseQueryWords(text);
  if (words.length === 0) return { rows: [], corrected: null, isPartial: false };
  const buildValues = (terms: readonly string[]) => [
    terms,
    dictionaries,
    words.join(' '),
    normalizeCode(words.join('')),
    ...(category === undefined ? [] : [category]),
  ];
  const match = words.length === 1 ? 'word' : 'all';
  const rows = await runSearch(buildValues(words), match);
  if (rows.length >= (words.length === 1 ? fewResults : 1)) return { rows, corrected: null, isPartial: false };
  const correction = await correctWords(db, words, rows.length === 0);
  const correctedRows = correction ? await runSearch(buildValues(correction.terms), match) : [];
  if (rows.length + correctedRows.length > 0) return mergeRows(rows, correctedRows, correction, limit);
  if (words.length === 1) return { rows: [], corrected: null, isPartial: false };
  const partialRows = await runSearch(buildValues(correction?.terms ?? words), 'some');
  return { rows: partialRows, corrected: null, isPartial: partialRows.length > 0 };
}

function mergeRows<Row extends { id: number }>(
  rows: readonly Row[],
  correctedRows: readonly Row[],
  correction: Correction | null,
  limit: number,
): CorrectedRows<Row> {
  const ids = new Set(rows.map(({ id }) => id));
  const all = [...rows, ...correctedRows.filter(({ id }) => !ids.has(id))].slice(0, limit);
  return { rows: all, corrected: rows.length === 0 ? (correction?.shown ?? null) : null, isPartial: false };
}
