import { unescapeFormula } from '#platform/csv/csv-line.ts';
import type { CsvCode } from '#platform/csv/errors.ts';
import type { TableRow } from '#platform/csv/read-rows.ts';
import type { RowMessage } from '#platform/csv/report.ts';
import { isCountry } from '#platform/texts/formats.ts';
import { slugify } from '#platform/texts/slugs.ts';

export interface Rate {
  readonly taxClass: string;
  /** Empty applies to every country. */
  readonly country: string;
  readonly state: string;
  readonly postcodes: readonly string[];
  readonly cities: readonly string[];
  readonly percent: number;
  readonly name: string;
  readonly priority: number;
  readonly compound: boolean;
  readonly appliesToShipping: boolean;
}

/** Column headers in lower case, in all versions of the plugin. */
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

const postcodePattern = /^(?=.{1,30}$)(\d{1,12}\.{3}\d{1,12}|[A-Z0-9][A-Z0-9 -]*\*?)$/;

/**
 * Reads one row.
 * @returns a rate, or a message for each faulty cell
 */
export function readRate(columns: RateColumns, row: TableRow): Rate | RowMessage<CsvCode>[] {
  const { line, cells } = row;
  if (cells.slice(columns.count).some((cell) => cell.trim() !== '')) {
    const message = `has ${cells.length} cells but the header has ${columns.count}: check for a misplaced comma or quote`;
    return [{ level: 'error', line, column: '', code: 'BROKEN_ROW', message }];
  }
  const faults: RowMessage<CsvCode>[] = [];
  const reportFault = (field: keyof Rate, message: string) =>
    void faults.push({
      level: 'error',
      line,
      column: columns.fields.get(field)?.header ?? '',
      code: 'BAD_VALUE',
      message,
    });
  const rate = readCells(
    (field) => unescapeFormula((cells[columns.fields.get(field)?.index ?? -1] ?? '').trim()),
    reportFault,
  );
  return faults.length > 0 ? faults : rate;
}

type ReadCell = (field: keyof Rate) => string;
type ReportFault = (field: keyof Rate, message: string) => void;

function readCells(readCell: ReadCell, reportFault: ReportFault): Rate {
  /** `*` matches everything, like an empty cell. */
  const readPattern = (field: keyof Rate) => (readCell(field) === '*' ? '' : readCell(field).toUpperCase());
  const checkLength = (field: 'state' | 'name', value: string, max: number) => {
    if (value.length > max) reportFault(field, `has more than ${max} characters`);
    return value;
  };
  const readFlag = (field: keyof Rate) => {
    if (!['', '0', '1'].includes(readCell(field))) reportFault(field, `'${readCell(field)}' must be 1 or 0`);
    return readCell(field) === '1';
  };
  return {
    taxClass: readTaxClass(readCell('taxClass'), reportFault),
    country: readCountry(readPattern('country'), reportFault),
    state: checkLength('state', readPattern('state'), 50),
    postcodes: readPostcodes(readPattern('postcodes'), reportFault),
    cities: readList(readPattern('cities')),
    percent: readPercent(readCell('percent'), reportFault),
    name: checkLength('name', readCell('name') || 'Tax', 200),
    priority: readPriority(readCell('priority') || '1', reportFault),
    compound: readFlag('compound'),
    appliesToShipping: readFlag('appliesToShipping'),
  };
}

/** Converts a cell to the slug that products use. */
function readTaxClass(cell: string, reportFault: ReportFault): string {
  const slugPattern = /^[a-z0-9_-]{1,200}$/;
  const taxClass = cell === '' || slugPattern.test(cell) ? cell : slugify(cell);
  if (taxClass !== '' && !slugPattern.test(taxClass))
    reportFault('taxClass', `'${cell}' is not a tax class; it needs Latin letters`);
  return taxClass || 'standard';
}

function readCountry(code: string, reportFault: ReportFault): string {
  if (code !== '' && !isCountry(code)) reportFault('country', `'${code}' is not a two-letter country code, such as GB`);
  return code;
}

function readList(cell: string): string[] {
  const parts = cell.split(';').map((part) => part.trim().replace(/\s+/g, ' '));
  return [...new Set(parts)].filter((part) => part !== '').sort();
}

function readPostcodes(cell: string, reportFault: ReportFault): string[] {
  const postcodes = readList(cell);
  const invalid = postcodes.find((text) => !postcodePattern.test(text));
  if (invalid !== undefined)
    reportFault('postcodes', `'${invalid}' is not a postcode; expected a value such as 12345, 123* or 12345...12399`);
  return postcodes;
}

function readPercent(cell: string, reportFault: ReportFault): number {
  const [, digits] = /^(\d{1,3}(?:[.,]\d+)?)\s*%?$/.exec(cell) ?? [];
  const percent = Number(digits?.replace(',', '.') ?? Number.NaN);
  if (!(percent <= 100)) reportFault('percent', `'${cell}' is not a rate from 0 to 100`);
  return Math.round(percent * 10_000) / 10_000;
}

function readPriority(cell: string, reportFault: ReportFault): number {
  const priority = /^\d{1,4}$/.test(cell) ? Number(cell) : 0;
  if (priority < 1 || priority > 1000) reportFault('priority', `'${cell}' is not a whole number from 1 to 1000`);
  return priority;
}

/** Creates the key that identifies a rate: equal to the table's unique index. */
export function createRateKey({ taxClass, country, state, postcodes, cities, priority }: Rate): string {
  return JSON.stringify([taxClass, country, state, postcodes, cities, priority]);
}
