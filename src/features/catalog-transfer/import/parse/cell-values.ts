import { parseAmount } from '#platform/money/money.ts';

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
  return text.replace(/&(amp|lt|gt|quot|#0?39);/g, (whole, entity: string) => entities[entity] ?? whole).trim();
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

/** Null for an empty cell. */
export function readInteger(cell: string): CellResult<number | null> {
  if (cell === '') return succeed(null);
  return /^-?\d{1,9}$/.test(cell) ? succeed(Number(cell)) : fail(`'${cell}' is not a whole number`);
}

/** A measure of at least 0 in grams or millimetres; null for an empty cell. */
export function readMeasure(cell: string, unit: number): CellResult<number | null> {
  if (cell === '') return succeed(null);
  const plain = cell.replace(',', '.');
  return /^(\d+\.?\d*|\.\d+)$/.test(plain) ? succeed(Number(plain) * unit) : fail(`'${cell}' is not a number`);
}

/** Minor units; null for an empty cell. */
export function readPrice(cell: string, currency: string): CellResult<number | null> {
  if (cell === '') return succeed(null);
  const amount = parseAmount(/^[.,]/.test(cell) ? `0${cell}` : cell, currency);
  return amount === null ? fail(`'${cell}' is not a valid amount in ${currency}, such as 12.50`) : succeed(amount);
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
  return match?.[1] ? { importId: match[1] } : { sku: text };
}
