import { normaliseText } from '#platform/input/normalise-text.ts';
import { type NumberNotation, readNumber, readWhole } from '#platform/input/read-number.ts';
import { describeAmountProblem, readAmount } from '#platform/money/read-amount.ts';

/** The value of a cell, or what is wrong with it. */
export type CellResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly message: string };

const succeed = <Value>(value: Value): CellResult<Value> => ({ ok: true, value });
const fail = (message: string): CellResult<never> => ({ ok: false, message });

/** 'Red, Dark\, deep blue' -> ['Red', 'Dark, deep blue'] */
export function splitList(cell: string): string[] {
  return cell
    .split(/(?<!\\),/)
    .map((part) => part.replaceAll('\\,', ',').trim())
    .filter((part) => part !== '');
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#039': "'", '#39': "'" };

/** Reads a name; exports write names of categories and tags as HTML: 'Cups &amp; mugs'. */
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

export function readFlag(cell: string): CellResult<boolean> {
  const word = cell.toLowerCase();
  if (['1', 'yes', 'true'].includes(word)) return succeed(true);
  if (['', '0', 'no', 'false'].includes(word)) return succeed(false);
  return fail(`'${cell}' must be 1 or 0`);
}

export function readChoice<Choice extends string>(
  cell: string,
  choices: Readonly<Record<string, Choice>>,
): CellResult<Choice> {
  const found = Object.entries(choices).find(([word]) => word === cell.toLowerCase());
  return found
    ? succeed(found[1])
    : fail(
        `'${cell}' is not valid; expected one of: ${Object.keys(choices)
          .filter((word) => word !== '')
          .join(', ')}`,
      );
}

const maxInteger = 999_999_999;

/** Null for an empty cell. Some plugins allow fractions of stock and write '7.0'. */
export function readInteger(cell: string, notation: NumberNotation = {}): CellResult<number | null> {
  if (cell === '') return succeed(null);
  const value = readWhole(cell, -maxInteger, maxInteger, notation);
  return value === null ? fail(explainNumber(cell, notation, 'is not a whole number')) : succeed(value);
}

/** A measure of at least 0 in grams or millimetres; null for an empty cell. */
export function readMeasure(cell: string, unit: number, notation: NumberNotation): CellResult<number | null> {
  if (cell === '') return succeed(null);
  const read = readNumber(cell, notation);
  return read.ok && !read.value.startsWith('-')
    ? succeed(Number(read.value) * unit)
    : fail(explainNumber(cell, notation, 'is not a number of 0 or more'));
}

/** Minor units; null for an empty cell. */
export function readPrice(cell: string, currency: string, notation: NumberNotation): CellResult<number | null> {
  if (cell === '') return succeed(null);
  const amount = readAmount(cell, currency, notation);
  if (amount !== null) return succeed(amount);
  return fail(explainAmbiguity(cell, notation) ?? describeAmountProblem(cell, currency));
}

function explainNumber(cell: string, notation: NumberNotation, reason: string): string {
  return explainAmbiguity(cell, notation) ?? `'${cell}' ${reason}`;
}

function explainAmbiguity(cell: string, notation: NumberNotation): string | null {
  const read = readNumber(cell, notation);
  if (read.ok || !read.isAmbiguous) return null;
  return `'${cell}' could mean thousands or decimals, and no other number of the file tells which; say it with --decimal . or --decimal ,`;
}

const second = 1000;
const day = 24 * 60 * 60 * second;

/**
 * A moment in UTC: '2026-05-31', '2026-05-31 18:00:00', ISO 8601, or seconds since 1970. With
 * `isEnd` a date, or its last second, means the start of the next day.
 */
export function readMoment(cell: string, isEnd: boolean): CellResult<Date | null> {
  if (cell === '') return succeed(null);
  if (/^\d{9,10}$/.test(cell)) return succeed(new Date(Number(cell) * second));
  const parts = /^(\d{4}-\d{2}-\d{2})(?:([T ])(\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)(Z|[+-]\d{2}:?\d{2})?)?$/.exec(
    cell,
  );
  const [, date = '', separator, writtenTime = '00:00', zone = 'Z'] = parts ?? [];
  // The exporting shop writes hours without a leading zero: '2026-05-31 0:00:00'.
  const time = writtenTime.indexOf(':') === 1 ? `0${writtenTime}` : writtenTime;
  const utcMoment = parts ? new Date(`${date}T${time}Z`) : null;
  if (utcMoment === null || Number.isNaN(utcMoment.getTime()) || !utcMoment.toISOString().startsWith(date)) {
    return fail(`'${cell}' is not a date; expected 2026-05-31 or 2026-05-31 18:00:00`);
  }
  const moment = new Date(`${date}T${time}${zone}`);
  if (!isEnd) return succeed(moment);
  if (separator === undefined) return succeed(new Date(moment.getTime() + day));
  return succeed(separator === ' ' && time === '23:59:59' ? new Date(moment.getTime() + second) : moment);
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
