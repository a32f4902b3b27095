import type { Db } from '#platform/database/database.ts';
import type { SearchQuery } from '../engine.ts';
import { codeOf, queryWords } from '../words.ts';
import { type Correction, correct } from './correct.ts';

/** With fewer results for one word a slip is looked for; what several words have in common is seldom found by accident. */
const few = 3;

export interface Found<Row> {
  readonly rows: readonly Row[];
  readonly corrected: string | null;
  readonly partial: boolean;
}

type Ask<Row> = (values: readonly unknown[], partial: boolean) => Promise<Row[]>;

/**
 * As it is typed first, which is all in the common case: one query. Only when that finds little are misspelt words mended and searched again,
 * and only when nothing has all the words is something shown that has some.
 */
export async function findRows<Row extends { id: number }>(
  db: Db,
  { text, category, limit }: SearchQuery,
  dictionaries: readonly string[],
  ask: Ask<Row>,
): Promise<Found<Row>> {
  const words = queryWords(text);
  if (words.length === 0) return { rows: [], corrected: null, partial: false };
  const values = (terms: readonly string[]) => [
    terms,
    dictionaries,
    words.join(' '),
    codeOf(words.join('')),
    ...(category === undefined ? [] : [category]),
  ];
  const rows = await ask(values(words), false);
  if (rows.length >= (words.length === 1 ? few : 1)) return { rows, corrected: null, partial: false };
  const mended = await correct(db, words, rows.length === 0);
  const again = mended ? await ask(values(mended.terms), false) : [];
  if (rows.length + again.length > 0) return merged(rows, again, mended, limit);
  if (words.length === 1) return { rows: [], corrected: null, partial: false };
  const some = await ask(values(mended?.terms ?? words), true);
  return { rows: some, corrected: null, partial: some.length > 0 };
}

function merged<Row extends { id: number }>(
  rows: readonly Row[],
  again: readonly Row[],
  mended: Correction | null,
  limit: number,
): Found<Row> {
  const ids = new Set(rows.map(({ id }) => id));
  const all = [...rows, ...again.filter(({ id }) => !ids.has(id))].slice(0, limit);
  return { rows: all, corrected: rows.length === 0 ? (mended?.shown ?? null) : null, partial: false };
}
