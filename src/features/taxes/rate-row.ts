import type { CsvCode } from '#platform/csv/errors.ts';
import type { TableRow } from '#platform/csv/read-rows.ts';
import type { RowMessage } from '#platform/csv/report.ts';
import { unescapeFormula } from '#platform/csv/write-row.ts';
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
  readonly fields: ReadonlyMap<keyof Rate, { readonly index: number; readonly head: string }>;
  /** Headers that appear more than once. */
  readonly twice: readonly string[];
  readonly unknown: readonly string[];
}

const findField = (head: string): keyof Rate | undefined =>
  Object.entries(headerFields).find(([known]) => known === head.trim().toLowerCase())?.[1];

export const isRateHeader = (head: string): boolean => findField(head) !== undefined;

export function readRateColumns(cells: readonly string[]): RateColumns {
  const fields = new Map<keyof Rate, { index: number; head: string }>();
  const [twice, unknown]: [string[], string[]] = [[], []];
  for (const [index, written] of cells.entries()) {
    const head = written.trim();
    const field = findField(head);
    if (field === undefined) {
      if (head !== '') unknown.push(head);
    } else if (fields.has(field)) twice.push(head);
    else fields.set(field, { index, head });
  }
  return { count: cells.length, fields, twice, unknown };
}

const postcode = /^(?=.{1,30}$)(\d{1,12}\.{3}\d{1,12}|[A-Z0-9][A-Z0-9 -]*\*?)$/;

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
  const wrong = (field: keyof Rate, message: string) =>
    void faults.push({
      level: 'error',
      line,
      column: columns.fields.get(field)?.head ?? '',
      code: 'BAD_VALUE',
      message,
    });
  const rate = readCells(
    (field) => unescapeFormula((cells[columns.fields.get(field)?.index ?? -1] ?? '').trim()),
    wrong,
  );
  return faults.length > 0 ? faults : rate;
}

type ReadCell = (field: keyof Rate) => string;
type ReportFault = (field: keyof Rate, message: string) => void;

function readCells(text: ReadCell, wrong: ReportFault): Rate {
  const open = (field: keyof Rate) => (text(field) === '*' ? '' : text(field).toUpperCase());
  const short = (field: 'state' | 'name', value: string, longest: number) => {
    if (value.length > longest) wrong(field, `has more than ${longest} characters`);
    return value;
  };
  const flag = (field: keyof Rate) => {
    if (!['', '0', '1'].includes(text(field))) wrong(field, `'${text(field)}' must be 1 or 0`);
    return text(field) === '1';
  };
  return {
    taxClass: readTaxClass(text('taxClass'), wrong),
    country: readCountry(open('country'), wrong),
    state: short('state', open('state'), 50),
    postcodes: readPostcodes(open('postcodes'), wrong),
    cities: readList(open('cities')),
    percent: readPercent(text('percent'), wrong),
    name: short('name', text('name') || 'Tax', 200),
    priority: readPriority(text('priority') || '1', wrong),
    compound: flag('compound'),
    appliesToShipping: flag('appliesToShipping'),
  };
}

/** Converts a cell to the slug that products use. */
function readTaxClass(cell: string, wrong: ReportFault): string {
  const named = /^[a-z0-9_-]{1,200}$/;
  const taxClass = cell === '' || named.test(cell) ? cell : slugify(cell);
  if (taxClass !== '' && !named.test(taxClass))
    wrong('taxClass', `'${cell}' is not a tax class; it needs Latin letters`);
  return taxClass || 'standard';
}

function readCountry(code: string, wrong: ReportFault): string {
  if (code !== '' && !isCountry(code)) wrong('country', `'${code}' is not a two-letter country code, such as GB`);
  return code;
}

function readList(cell: string): string[] {
  const parts = cell.split(';').map((part) => part.trim().replace(/\s+/g, ' '));
  return [...new Set(parts)].filter((part) => part !== '').sort();
}

function readPostcodes(cell: string, wrong: ReportFault): string[] {
  const postcodes = readList(cell);
  const strange = postcodes.find((one) => !postcode.test(one));
  if (strange !== undefined)
    wrong('postcodes', `'${strange}' is not a postcode; expected a value such as 12345, 123* or 12345...12399`);
  return postcodes;
}

function readPercent(cell: string, wrong: ReportFault): number {
  const [, digits] = /^(\d{1,3}(?:[.,]\d+)?)\s*%?$/.exec(cell) ?? [];
  const percent = Number(digits?.replace(',', '.') ?? Number.NaN);
  if (!(percent <= 100)) wrong('percent', `'${cell}' is not a rate from 0 to 100`);
  return Math.round(percent * 10_000) / 10_000;
}

function readPriority(cell: string, wrong: ReportFault): number {
  const priority = /^\d{1,4}$/.test(cell) ? Number(cell) : 0;
  if (priority < 1 || priority > 1000) wrong('priority', `'${cell}' is not a whole number from 1 to 1000`);
  return priority;
}

/** Creates the key that identifies a rate: equal to the table's unique index. */
export function createRateKey({ taxClass, country, state, postcodes, cities, priority }: Rate): string {
  return JSON.stringify([taxClass, country, state, postcodes, cities, priority]);
}
