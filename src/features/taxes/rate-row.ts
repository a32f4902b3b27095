import { hasKnownStates, readPostcodePattern, readState } from '#features/addresses/index.ts';
import { unescapeFormula } from '#platform/csv/csv-line.ts';
import type { CsvCode } from '#platform/csv/errors.ts';
import type { TableRow } from '#platform/csv/read-rows.ts';
import type { RowMessage } from '#platform/csv/report.ts';
import { foldText } from '#platform/input/fold-text.ts';
import { readPercent, readWhole } from '#platform/input/read-number.ts';
import { isCountry } from '#platform/texts/formats.ts';
import { slugify } from '#platform/texts/slugs.ts';
import type { taxErrors } from './errors.ts';

export interface Rate {
  readonly taxClass: string;
  /** Empty when the rate applies to every country. */
  readonly country: string;
  readonly state: string;
  readonly postcodes: readonly string[];
  readonly cities: readonly string[];
  /** Cities in the spelling used for comparisons. */
  readonly cityKeys: readonly string[];
  readonly percent: number;
  readonly name: string;
  readonly priority: number;
  readonly compound: boolean;
  readonly appliesToShipping: boolean;
}

/** Column headers in lower case, of all versions of the plugin. */
const headerFields = {
  'country code': 'country',
  'state code': 'state',
  'zip/postcode': 'postcodes',
  'postcode / zip': 'postcodes',
  postcode: 'postcodes',
  city: 'cities',
  'rate %': 'percent',
  'tax name': 'name',
  priority: 'priority',
  compound: 'compound',
  shipping: 'appliesToShipping',
  'tax class': 'taxClass',
} as const satisfies Record<string, keyof Rate>;

export interface RateColumns {
  readonly count: number;
  readonly fields: ReadonlyMap<keyof Rate, { readonly index: number; readonly header: string }>;
  /** Headers that appear more than once. */
  readonly duplicates: readonly string[];
  readonly unknown: readonly string[];
}

const findField = (header: string): keyof Rate | undefined =>
  Object.entries(headerFields).find(([known]) => known === header.trim().toLowerCase())?.[1];

export const isRateHeader = (header: string): boolean => findField(header) !== undefined;

export function readRateColumns(cells: readonly string[]): RateColumns {
  const fields = new Map<keyof Rate, { index: number; header: string }>();
  const [duplicates, unknown]: [string[], string[]] = [[], []];
  for (const [index, cell] of cells.entries()) {
    const header = cell.trim();
    const field = findField(header);
    if (field === undefined) {
      if (header !== '') unknown.push(header);
    } else if (fields.has(field)) duplicates.push(header);
    else fields.set(field, { index, header });
  }
  return { count: cells.length, fields, duplicates, unknown };
}

export type RateRowCode = CsvCode | keyof typeof taxErrors.codes;

interface ReadRate {
  /** Null when a cell is faulty. */
  readonly rate: Rate | null;
  readonly messages: readonly RowMessage<RateRowCode>[];
}

export function readRate(columns: RateColumns, row: TableRow): ReadRate {
  const { line, cells } = row;
  if (cells.slice(columns.count).some((cell) => cell.trim() !== '')) {
    const message = `has ${cells.length} cells but the header has ${columns.count}: check for a misplaced comma or quote`;
    return { rate: null, messages: [{ level: 'error', line, column: '', code: 'BROKEN_ROW', message }] };
  }
  const messages: RowMessage<RateRowCode>[] = [];
  const report: Report = (field, message, { level = 'error' as const, code = 'BAD_VALUE' } = {}) =>
    void messages.push({ level, line, column: columns.fields.get(field)?.header ?? '', code, message });
  const rate = readCells(
    (field) => unescapeFormula((cells[columns.fields.get(field)?.index ?? -1] ?? '').trim()),
    report,
  );
  return { rate: messages.some(({ level }) => level === 'error') ? null : rate, messages };
}

type ReadCell = (field: keyof Rate) => string;
type Report = (
  field: keyof Rate,
  message: string,
  kind?: { readonly level?: 'warning'; readonly code?: RateRowCode },
) => void;

function readCells(readCell: ReadCell, report: Report): Rate {
  /** The plugin writes `*` for "everything", which is equal to an empty cell. */
  const readPattern = (field: keyof Rate) => (readCell(field) === '*' ? '' : readCell(field).toUpperCase());
  const country = readCountry(readPattern('country'), report);
  const cities = readList(readPattern('cities'));
  const readFlag = (field: keyof Rate) => {
    if (!['', '0', '1'].includes(readCell(field))) report(field, `'${readCell(field)}' must be 1 or 0`);
    return readCell(field) === '1';
  };
  return {
    taxClass: readTaxClass(readCell('taxClass'), report),
    country,
    state: readRateState(country, readPattern('state'), report),
    postcodes: readPostcodes(country, readPattern('postcodes'), report),
    cities,
    cityKeys: cities.map(foldText),
    percent: readRatePercent(readCell('percent'), report),
    name: checkLength('name', readCell('name') || 'Tax', 200, report),
    priority: readPriority(readCell('priority') || '1', report),
    compound: readFlag('compound'),
    appliesToShipping: readFlag('appliesToShipping'),
  };
}

/** Converts a cell to the tax class slug that products use. */
function readTaxClass(cell: string, report: Report): string {
  const slugPattern = /^[a-z0-9_-]{1,200}$/;
  const taxClass = cell === '' || slugPattern.test(cell) ? cell : slugify(cell);
  if (taxClass !== '' && !slugPattern.test(taxClass))
    report('taxClass', `'${cell}' is not a tax class; it needs Latin letters`);
  return taxClass || 'standard';
}

function readCountry(code: string, report: Report): string {
  if (code !== '' && !isCountry(code)) report('country', `'${code}' is not a two-letter country code, such as GB`);
  return code;
}

function checkLength(field: 'state' | 'name', value: string, max: number, report: Report): string {
  if (value.length > max) report(field, `has more than ${max} characters`);
  return value;
}

/** Reads a state and reports one that no address has: such a rate would never apply. */
function readRateState(country: string, cell: string, report: Report): string {
  const isTooLong = checkLength('state', cell, 50, report).length > 50;
  if (cell === '' || isTooLong || (country !== '' && !isCountry(country))) return cell;
  const { state = '', problem } = readState(country, cell);
  if (problem !== undefined) report('state', problem);
  else if (!hasKnownStates(country)) {
    const message = `the states of ${country} are not known, so the rate applies only where an address has '${state}' in this field`;
    report('state', message, { level: 'warning', code: 'STATE_UNCHECKED' });
  }
  return state.toUpperCase();
}

function readList(cell: string): string[] {
  const parts = cell.split(';').map((part) => part.trim().replace(/\s+/g, ' '));
  return [...new Set(parts)].filter((part) => part !== '').sort();
}

/**
 * Leaves out postcodes that no address has, unless no postcode would be left: a rate without postcodes applies
 * everywhere.
 */
function readPostcodes(country: string, cell: string, report: Report): string[] {
  if (country !== '' && !isCountry(country)) return [];
  const read = readList(cell).map((text) => readPostcodePattern(country, text));
  const patterns = [...new Set(read.flatMap(({ pattern }) => pattern ?? []))].sort();
  const kind = patterns.length > 0 ? ({ level: 'warning' } as const) : {};
  for (const { problem } of read) if (problem !== undefined) report('postcodes', problem, kind);
  return patterns;
}

function readRatePercent(cell: string, report: Report): number {
  const percent = readPercent(cell);
  if (percent === null) report('percent', `'${cell}' is not a rate from 0 to 100`);
  return Math.round((percent ?? 0) * 10_000) / 10_000;
}

function readPriority(cell: string, report: Report): number {
  const priority = readWhole(cell, 1, 1000);
  if (priority === null) report('priority', `'${cell}' is not a whole number from 1 to 1000`);
  return priority ?? 0;
}

/** Creates the key that identifies a rate. The key has the same columns as the table's unique index. */
export function createRateKey({ taxClass, country, state, postcodes, cities, priority }: Rate): string {
  return JSON.stringify([taxClass, country, state, postcodes, cities, priority]);
}
