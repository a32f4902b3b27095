import { foldText } from '#platform/input/fold-text.ts';
import { lengthUnits, weightUnits } from '../cell-values.ts';
import {
  type ColumnField,
  type MeasureField,
  measureHeads,
  type NumberedField,
  numberedHeads,
  singleHeads,
  translatedHeads,
} from './head-fields.ts';

export type FoundHead =
  | { readonly kind: 'single'; readonly field: ColumnField }
  /** Grams or millimetres per unit; null for an unknown unit or none. */
  | { readonly kind: 'measure'; readonly field: MeasureField; readonly unit: number | null }
  | { readonly kind: 'numbered'; readonly field: NumberedField; readonly number: number }
  | { readonly kind: 'meta'; readonly key: string }
  /** File ids of the exporting shop, and empty heads. */
  | { readonly kind: 'ignored' };

/**
 * Keeps only letters and digits, without case and accents, so that spaces and punctuation don't matter. `#` stands for a
 * number in known heads.
 */
const toKey = (head: string) =>
  foldText(head)
    .replace(/[^\p{L}\p{M}\p{N}#_]+/gu, ' ')
    .trim();

interface KnownHeads {
  readonly singles: ReadonlyMap<string, ColumnField>;
  readonly measures: ReadonlyMap<string, MeasureField>;
  readonly numbered: ReadonlyMap<string, NumberedField>;
  readonly metaPrefixes: ReadonlySet<string>;
}

const isMeasure = (field: string): field is MeasureField => Object.values<string>(measureHeads).includes(field);
const isNumbered = (field: string): field is NumberedField => Object.values<string>(numberedHeads).includes(field);

function collectHeads(): KnownHeads {
  const singles = new Map<string, ColumnField>();
  const measures = new Map<string, MeasureField>();
  const numbered = new Map<string, NumberedField>();
  const metaPrefixes = new Set(['meta']);
  const formatHeads = Object.entries({ ...singleHeads, ...measureHeads, ...numberedHeads });
  const translated = Object.values(translatedHeads).flatMap((heads) =>
    Object.entries(heads).flatMap(([field, written]) => [written].flat().map((head) => [head, field] as const)),
  );
  for (const [head, field] of [...formatHeads, ...translated]) {
    const key = toKey(head);
    if (field === 'meta') metaPrefixes.add(key);
    else if (isMeasure(field)) measures.set(key, field);
    else if (isNumbered(field)) numbered.set(key, field);
    else singles.set(key, field as ColumnField);
  }
  return { singles, measures, numbered, metaPrefixes };
}

let known: KnownHeads | undefined;

/** Known heads are collected once, when the first file is read. */
function getKnownHeads(): KnownHeads {
  known ??= collectHeads();
  return known;
}

/** Finds the meaning of a column head in any known language. Null for unknown heads. */
export function findHead(head: string): FoundHead | null {
  const { singles, numbered, metaPrefixes } = getKnownHeads();
  const key = toKey(head);
  // Translations of 'GTIN, UPC, EAN, or ISBN' differ only in the conjunction.
  const field = /^gtin upc ean .* isbn$/.test(key) ? 'gtin' : singles.get(key);
  if (field !== undefined) return { kind: 'single', field };
  const [, prefix = '', metaKey = ''] = /^([^:]+):(.+)$/s.exec(head.trim()) ?? [];
  if (metaPrefixes.has(toKey(prefix))) return { kind: 'meta', key: metaKey.trim() };
  if (key === '' || /^download \d+ id$/.test(key)) return { kind: 'ignored' };
  // 'Attribute 2 name' has the key 'attribute # name'.
  const [digits = ''] = /\d{1,3}/.exec(key) ?? [];
  const numberedField = digits === '' ? undefined : numbered.get(key.replace(digits, '#'));
  if (numberedField !== undefined) return { kind: 'numbered', field: numberedField, number: Number(digits) };
  return findMeasure(head);
}

function findMeasure(head: string): FoundHead | null {
  // 'Weight (kg)' or 'Weight [kg]' has the name 'weight' and the unit 'kg'.
  const [, name = '', unit = ''] = /^([^([]*)(?:[([]([^)\]]*)[)\]])?$/.exec(foldText(head)) ?? [];
  const field = getKnownHeads().measures.get(toKey(name));
  if (field === undefined) return null;
  const units = field === 'weight' ? weightUnits : lengthUnits;
  return { kind: 'measure', field, unit: Object.hasOwn(units, unit.trim()) ? (units[unit.trim()] ?? null) : null };
}
