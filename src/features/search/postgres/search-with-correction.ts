import type { Db } from '#platform/database/database.ts';
import type { SearchQuery } from '../engine.ts';
import { normalizeCode, parseQueryWords } from '../normalize-text.ts';
import { type Correction, correctWords } from './correct-words.ts';

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

type RunSearch<Row> = (values: readonly unknown[], partial: boolean) => Promise<Row[]>;

/**
 * Searches as typed, usually one query. With few results, searches again with corrected words; if
 * nothing has all words, searches for some of them.
 */
export async function searchWithCorrection<Row extends { id: number }>(
  db: Db,
  { text, category, limit }: SearchQuery,
  dictionaries: readonly string[],
  ask: RunSearch<Row>,
): Promise<CorrectedRows<Row>> {
  const words = parseQueryWords(text);
  if (words.length === 0) return { rows: [], corrected: null, isPartial: false };
  const values = (terms: readonly string[]) => [
    terms,
    dictionaries,
    words.join(' '),
    normalizeCode(words.join('')),
    ...(category === undefined ? [] : [category]),
  ];
  const rows = await ask(values(words), false);
  if (rows.length >= (words.length === 1 ? fewResults : 1)) return { rows, corrected: null, isPartial: false };
  const mended = await correctWords(db, words, rows.length === 0);
  const again = mended ? await ask(values(mended.terms), false) : [];
  if (rows.length + again.length > 0) return mergeRows(rows, again, mended, limit);
  if (words.length === 1) return { rows: [], corrected: null, isPartial: false };
  const some = await ask(values(mended?.terms ?? words), true);
  return { rows: some, corrected: null, isPartial: some.length > 0 };
}

function mergeRows<Row extends { id: number }>(
  rows: readonly Row[],
  again: readonly Row[],
  mended: Correction | null,
  limit: number,
): CorrectedRows<Row> {
  const ids = new Set(rows.map(({ id }) => id));
  const all = [...rows, ...again.filter(({ id }) => !ids.has(id))].slice(0, limit);
  return { rows: all, corrected: rows.length === 0 ? (mended?.shown ?? null) : null, isPartial: false };
}
