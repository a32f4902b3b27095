import type { TableRow } from '#platform/csv/read-rows.ts';
import type { RowMessage } from '#platform/csv/report.ts';
import { unguardFormula } from '#platform/csv/write-row.ts';

export type RateCode = 'UNREADABLE' | 'BROKEN_ROW' | 'UNKNOWN_COLUMN' | 'BAD_VALUE' | 'TWICE_IN_FILE';

export interface Rate {
  readonly taxClass: string;
  /** Empty: everywhere. */
  readonly country: string;
  readonly state: string;
  readonly postcodes: readonly string[];
  readonly cities: readonly string[];
  readonly percent: number;
  readonly name: string;
  readonly priority: number;
  readonly compound: boolean;
  readonly onShipping: boolean;
}

/** Heads in small letters; some versions of the plugin call them otherwise. */
const heads = {
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
  shipping: 'onShipping',
  'tax class': 'taxClass',
} as const satisfies Record<string, keyof Rate>;

export type RateColumns = ReadonlyMap<keyof Rate, { readonly index: number; readonly head: string }>;

const fieldOf = (head: string): keyof Rate | undefined =>
  Object.entries(heads).find(([known]) => known === head.trim().toLowerCase())?.[1];

export const isRateHead = (head: string): boolean => fieldOf(head) !== undefined;

export function readRateColumns(cells: readonly string[]): RateColumns {
  return new Map(
    cells.flatMap((head, index) => {
      const field = fieldOf(head);
      return field === undefined ? [] : [[field, { index, head: head.trim() }] as const];
    }),
  );
}

const postcode = /^(?=.{1,30}$)(\d{1,12}\.{3}\d{1,12}|[A-Z0-9][A-Z0-9 -]*\*?)$/;

/** A rate, or what is wrong with each cell. */
export function readRate(columns: RateColumns, { line, cells }: TableRow): Rate | RowMessage<RateCode>[] {
  const faults: RowMessage<RateCode>[] = [];
  const text = (field: keyof Rate) => unguardFormula((cells[columns.get(field)?.index ?? -1] ?? '').trim());
  const open = (field: keyof Rate) => (text(field) === '*' ? '' : text(field).toUpperCase());
  const wrong = (field: keyof Rate, message: string) =>
    void faults.push({ level: 'error', line, column: columns.get(field)?.head ?? '', code: 'BAD_VALUE', message });
  const list = (field: keyof Rate) =>
    [
      ...new Set(
        open(field)
          .split(';')
          .map((part) => part.trim().replace(/\s+/g, ' ')),
      ),
    ]
      .filter((part) => part !== '')
      .sort();
  const flag = (field: keyof Rate) => {
    if (!['', '0', '1'].includes(text(field))) wrong(field, `'${text(field)}' is neither 1 nor 0`);
    return text(field) === '1';
  };
  const rate: Rate = {
    taxClass:
      text('taxClass')
        .toLowerCase()
        .replace(/[^a-z0-9_]+/g, '-')
        .replace(/^-+|-+$/g, '')
        .slice(0, 200) || 'standard',
    country: open('country'),
    state: open('state'),
    postcodes: list('postcodes'),
    cities: list('cities'),
    percent: Number(text('percent').replace('%', '').replace(',', '.').trim() || Number.NaN),
    name: text('name') || 'Tax',
    priority: Number(text('priority') || 1),
    compound: flag('compound'),
    onShipping: flag('onShipping'),
  };
  if (!/^([A-Z]{2})?$/.test(rate.country)) wrong('country', `'${rate.country}' is no country of two letters`);
  if (rate.state.length > 50) wrong('state', 'has more than 50 characters');
  const strange = rate.postcodes.find((one) => !postcode.test(one));
  if (strange !== undefined) wrong('postcodes', `'${strange}' is no postcode, such as 12345, 123* or 12345...12399`);
  if (!(rate.percent >= 0 && rate.percent <= 1000)) wrong('percent', `'${text('percent')}' is no rate from 0 to 1000`);
  if (rate.name.length > 200) wrong('name', 'has more than 200 characters');
  if (!(Number.isSafeInteger(rate.priority) && rate.priority >= 1 && rate.priority <= 1000)) {
    wrong('priority', `'${text('priority')}' is no number from 1 to 1000`);
  }
  return faults.length > 0 ? faults : { ...rate, percent: Math.round(rate.percent * 10_000) / 10_000 };
}

/** What makes a rate the same as another. */
export function placeOf({ taxClass, country, state, postcodes, cities, priority }: Rate): string {
  return JSON.stringify([taxClass, country, state, postcodes, cities, priority]);
}
