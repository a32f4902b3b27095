import { foldText } from '#platform/input/fold-text.ts';
import { normaliseCode, normaliseText } from '#platform/input/normalise-text.ts';
import { type NumberNotation, readNumber, readWhole } from '#platform/input/read-number.ts';
import { getMinorDigits, toDecimal } from '#platform/money/money.ts';
import { describeAmountProblem, readAmount } from '#platform/money/read-amount.ts';
import type { ImportCode } from '../report.ts';

export type CellResult<Value> =
  | { readonly ok: true; readonly value: Value; readonly warning?: CellWarning | undefined }
  | { readonly ok: false; readonly message: string };

export interface CellWarning {
  readonly code: ImportCode;
  readonly message: string;
}

export const succeed = <Value>(value: Value): CellResult<Value> => ({ ok: true, value });
export const fail = (message: string): CellResult<never> => ({ ok: false, message });

/** 'Red, Dark\, deep blue' -> ['Red', 'Dark, deep blue'] */
export function splitList(cell: string): string[] {
  return cell
    .split(/(?<!\\),/)
    .map((part) => part.replaceAll('\\,', ',').trim())
    .filter((part) => part !== '');
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#039': "'", '#39': "'" };

/** Decodes the HTML entities of a name: exports write names of categories and tags as 'Cups &amp; mugs'. */
export function readName(text: string): string {
  return normaliseText(text.replace(/&(amp|lt|gt|quot|#0?39);/g, (whole, entity: string) => entities[entity] ?? whole));
}

/** 'salt wood-fired' -> ['salt', 'wood-fired'] */
export function readSpacedNames(cell: string): string[] {
  return cell
    .split(/\s+/)
    .map(readName)
    .filter((name) => name !== '');
}

/** 'Clothing > Shirts, Music' -> [['Clothing', 'Shirts'], ['Music']] */
export function readPaths(cell: string): string[][] {
  const paths = splitList(cell).map((path) =>
    path
      .split('>')
      .map(readName)
      .filter((name) => name !== ''),
  );
  return paths.filter((path) => path.length > 0);
}

export function readNames(cell: string): string[] {
  return splitList(cell).map(readName);
}

const yes: ReadonlySet<string> = new Set(
  ['1 yes true on y x ja oui si sim tak kylla ano はい', 'wahr vrai verdadero vero waar verdadeiro prawda'].flatMap(
    (words) => words.split(' '),
  ),
);
const no: ReadonlySet<string> = new Set([
  '',
  ...['0 no false off n nein non nao nee nej nei nie ei ne いいえ', 'falsch faux falso onwaar falsz'].flatMap((words) =>
    words.split(' '),
  ),
]);

/** Normalises a word for comparisons: without case and accents, and '1.0' as '1'. */
export function toWord(cell: string): string {
  return foldText(cell).replace(/^(-?\d+)[.,]0+$/, '$1');
}

/** Reads 1 and 0, numbers as spreadsheets write them, and words in the languages of the exporting shops. */
export function readFlag(cell: string): CellResult<boolean> {
  const word = toWord(cell);
  if (yes.has(word)) return succeed(true);
  return no.has(word) ? succeed(false) : fail(`'${cell}' must be 1 or 0`);
}

export function readChoice<Choice extends string>(
  cell: string,
  choices: Readonly<Record<string, Choice>>,
): CellResult<Choice> {
  const found = Object.entries(choices).find(([word]) => word === toWord(cell));
  return found
    ? succeed(found[1])
    : fail(
        `'${cell}' is not valid; expected one of: ${Object.keys(choices)
          .filter((word) => word !== '')
          .join(', ')}`,
      );
}

const maxInteger = 999_999_999;

/** Returns null for an empty cell. Some plugins allow fractions of stock and write '7.0'. */
export function readInteger(cell: string, notation: NumberNotation = {}): CellResult<number | null> {
  if (cell === '') return succeed(null);
  const value = readWhole(cell, -maxInteger, maxInteger, notation);
  return value === null ? fail(explainNumber(cell, notation, 'is not a whole number')) : succeed(value);
}

/** Reads a measure of at least 0 in grams or millimetres. Returns null for an empty cell. */
export function readMeasure(cell: string, unit: number, notation: NumberNotation): CellResult<number | null> {
  if (cell === '') return succeed(null);
  const read = readNumber(cell, notation);
  return read.ok && !read.value.startsWith('-')
    ? succeed(Number(read.value) * unit)
    : fail(explainNumber(cell, notation, 'is not a number of 0 or more'));
}

/** Returns minor units; null for an empty cell. */
export function readPrice(cell: string, currency: string, notation: NumberNotation): CellResult<number | null> {
  if (cell === '') return succeed(null);
  const amount = readAmount(cell, currency, notation);
  if (amount !== null) return succeed(amount);
  return (
    roundPrice(cell, currency, notation) ??
    fail(explainAmbiguity(cell, notation) ?? describeAmountProblem(cell, currency))
  );
}

/**
 * Rounds a price: plugins store prices with more decimals than the currency has. @returns null when the cell has no
 * such price
 */
function roundPrice(cell: string, currency: string, notation: NumberNotation): CellResult<number> | null {
  const read = readNumber(normaliseCode(cell).replace(/[\p{Sc}\p{L}]/gu, ''), notation);
  if (!read.ok || read.value.startsWith('-')) return null;
  const [whole = '', fraction = ''] = read.value.split('.');
  const places = getMinorDigits(currency);
  if (fraction.length <= places) return null;
  const value = Number(whole + fraction.slice(0, places)) + (Number(fraction[places]) >= 5 ? 1 : 0);
  if (!Number.isSafeInteger(value)) return null;
  const message = `'${cell}' was rounded to ${toDecimal({ amount: value, currency })}, because ${currency} has ${places} decimals`;
  return { ok: true, value, warning: { code: 'PRICE_ROUNDED', message } };
}

function explainNumber(cell: string, notation: NumberNotation, reason: string): string {
  return explainAmbiguity(cell, notation) ?? `'${cell}' ${reason}`;
}

function explainAmbiguity(cell: string, notation: NumberNotation): string | null {
  const read = readNumber(cell, notation);
  if (read.ok || !read.isAmbiguous) return null;
  return `'${cell}' could mean thousands or decimals, and no other number of the file tells which; say it with --decimal . or --decimal ,`;
}

/** Grams per unit. */
export const weightUnits: Readonly<Record<string, number>> = {
  g: 1,
  kg: 1000,
  lbs: 453.59237,
  lb: 453.59237,
  oz: 28.349523125,
};
/** Millimetres per unit. */
export const lengthUnits: Readonly<Record<string, number>> = { mm: 1, cm: 10, m: 1000, in: 25.4, yd: 914.4, ft: 304.8 };

/** A reference to another row, by SKU or by the exporting shop's id. */
export type Reference =
  | { readonly sku: string; readonly importId?: undefined }
  | { readonly importId: string; readonly sku?: undefined };

export function readReference(text: string): Reference {
  const match = /^id:\s*(.+)$/i.exec(text);
  return match?.[1] ? { importId: match[1] } : { sku: normaliseText(text) };
}
