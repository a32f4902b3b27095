import type { SQL } from 'drizzle-orm';
import type { Shop } from '#platform/features/shop.ts';
import { readNumber } from '#platform/input/read-number.ts';
import { toDecimal } from '#platform/money/money.ts';
import { readAmount } from '#platform/money/read-amount.ts';
import { getDateFormat, parseIsoDay } from '#platform/texts/formats.ts';
import { type AdminFilter, type FilterContext, formatOption, listOptions } from '../filter.ts';
import { listTexts as texts } from '../texts.ts';

export interface FilterUse {
  /** Parameters of the address in a fixed order, without the filter's name (`''`, `.from`). */
  readonly written: readonly (readonly [suffix: string, text: string])[];
  /** Text for people, such as `Running, Planned` or `from 1 Dec 2026`. */
  readonly label: string;
  where(context: Omit<FilterContext, 'shop'>): SQL;
}

export type ReadFilter = { readonly use: FilterUse | null } | { readonly problem: string };

type Values = (suffix: string) => readonly string[];

const maxText = 200;
const maxValues = 100;

export function listSuffixes({ kind }: AdminFilter): readonly string[] {
  return kind === 'date' || kind === 'money' || kind === 'number' ? ['.from', '.to'] : [''];
}

export function readFilter(shop: Shop, filter: AdminFilter, given: Values): ReadFilter {
  const values: Values = (suffix) => given(suffix).filter((text) => text !== '');
  const [first] = values('');
  if (listSuffixes(filter).every((suffix) => values(suffix).length === 0)) return { use: null };
  if (listSuffixes(filter).some((suffix) => values(suffix).some((text) => text.length > maxText)))
    return { problem: shop.t(texts.valueTooLong, { max: maxText }) };
  switch (filter.kind) {
    case 'choice':
      return readChoice(shop, filter, values(''));
    case 'date':
      return readPeriod(shop, filter, values);
    case 'money':
    case 'number':
      return readRange(shop, filter, values);
    case 'text':
      return readText(shop, filter, first ?? '');
    case 'flag':
      return readFlag(shop, filter, first ?? '');
    case 'record':
      return readRecords(shop, filter, values(''));
  }
}

type FilterOf<Kind extends AdminFilter['kind']> = Extract<AdminFilter, { readonly kind: Kind }>;

function readText(shop: Shop, filter: FilterOf<'text'>, text: string): ReadFilter {
  const label = filter.linked?.(shop, text) ?? text;
  return { use: { written: [['', text]], label, where: (context) => filter.where(text, { ...context, shop }) } };
}

function readChoice(shop: Shop, filter: FilterOf<'choice'>, values: readonly string[]): ReadFilter {
  const options = listOptions(shop, filter, values);
  const unknown = values.find((text) => !options.some(({ value }) => value === text));
  if (unknown !== undefined) return { problem: shop.t(texts.valueUnknown, { value: unknown }) };
  const chosen = options.filter(({ value }) => values.includes(value));
  return {
    use: {
      written: chosen.map(({ value }) => ['', value]),
      label: chosen.map((option) => formatOption(shop, option)).join(', '),
      where: (context) =>
        filter.where(
          chosen.map(({ value }) => value),
          { ...context, shop },
        ),
    },
  };
}

function readPeriod(shop: Shop, filter: FilterOf<'date'>, values: Values): ReadFilter {
  const [[from = ''], [to = '']] = [values('.from'), values('.to')];
  const days = [from, to].map(parseIsoDay);
  const wrong = [from, to].find((text, index) => text !== '' && days[index] === null);
  if (wrong !== undefined) return { problem: shop.t(texts.dayUnknown, { value: wrong }) };
  const [first = null, last = null] = days;
  if (first && last && first > last) return { problem: shop.t(texts.periodReversed) };
  const before = last && new Date(last.getFullYear(), last.getMonth(), last.getDate() + 1);
  return {
    use: {
      ...writeRange(
        shop,
        [from, to],
        days.map((day) => (day ? formatDay(shop, day) : '')),
      ),
      where: (context) => filter.where({ from: first, before }, { ...context, shop }),
    },
  };
}

function readRange(shop: Shop, filter: FilterOf<'money' | 'number'>, values: Values): ReadFilter {
  const { currency } = shop.choices;
  const [[from = ''], [to = '']] = [values('.from'), values('.to')];
  const read = (text: string): number | null => {
    if (filter.kind === 'money') return readAmount(text, currency);
    const found = readNumber(text);
    return found.ok && Number.isFinite(Number(found.value)) ? Number(found.value) : null;
  };
  const [min = null, max = null] = [from, to].map((text) => (text === '' ? null : read(text)));
  const wrong = [from, to].find((text, index) => text !== '' && [min, max][index] === null);
  if (wrong !== undefined)
    return { problem: shop.t(filter.kind === 'money' ? texts.amountUnknown : texts.numberUnknown, { value: wrong }) };
  if (min !== null && max !== null && min > max) return { problem: shop.t(texts.rangeReversed) };
  const write = (value: number | null) => {
    if (value === null) return '';
    return filter.kind === 'money' ? toDecimal({ amount: value, currency }) : String(value);
  };
  return {
    use: {
      ...writeRange(shop, [write(min), write(max)]),
      where: (context) => filter.where({ min, max }, { ...context, shop }),
    },
  };
}

/** @param shown the limits as texts for people; default: as they are written in the address */
function writeRange(
  { t }: Shop,
  [from, to]: readonly [string, string],
  [shownFrom = '', shownTo = '']: readonly string[] = [from, to],
): Pick<FilterUse, 'written' | 'label'> {
  const written = [['.from', from] as const, ['.to', to] as const].filter(([, text]) => text !== '');
  const label = to === '' ? texts.fromOnly : from === '' ? texts.toOnly : texts.fromTo;
  return { written, label: t(label, { from: shownFrom, to: shownTo }) };
}

const formatDay = ({ choices }: Shop, day: Date): string =>
  getDateFormat(choices.locale, { dateStyle: 'medium' }).format(day);

function readFlag(shop: Shop, filter: FilterOf<'flag'>, text: string): ReadFilter {
  if (text !== 'yes' && text !== 'no') return { problem: shop.t(texts.valueUnknown, { value: text }) };
  const isSet = text === 'yes';
  return {
    use: {
      written: [['', text]],
      label: shop.t(isSet ? texts.yes : texts.no),
      where: (context) => filter.where(isSet, { ...context, shop }),
    },
  };
}

function readRecords(shop: Shop, filter: FilterOf<'record'>, values: readonly string[]): ReadFilter {
  const wrong = values.find((text) => !/^[1-9]\d{0,14}$/.test(text));
  if (wrong !== undefined) return { problem: shop.t(texts.valueUnknown, { value: wrong }) };
  const ids = [...new Set(values.map(Number))];
  if (ids.length > maxValues) return { problem: shop.t(texts.tooManyValues, { max: maxValues }) };
  return {
    use: {
      written: ids.map((id) => ['', String(id)]),
      label: ids.join(', '),
      where: (context) => filter.where(ids, { ...context, shop }),
    },
  };
}

/** Creates values for the tests that examine the query plans of statements. */
export function createSampleUse(shop: Shop, filter: AdminFilter): readonly FilterUse[] {
  const samples = (): readonly Readonly<Record<string, string>>[] => {
    switch (filter.kind) {
      case 'choice':
        return filter.options(shop).map(({ value }) => ({ '': value }));
      case 'date':
        return [{ '.from': '2026-11-01', '.to': '2026-11-07' }];
      case 'money':
      case 'number':
        return [{ '.from': '10', '.to': '20' }];
      case 'flag':
        return [{ '': 'yes' }, { '': 'no' }];
      case 'text':
        return [{ '': 'sample' }];
      case 'record':
        return [{ '': '1' }];
    }
  };
  return samples().map((sample) => {
    const read = readFilter(shop, filter, (suffix) => [sample[suffix] ?? ''].filter(Boolean));
    if (!('use' in read) || read.use === null) throw new Error('a sample of a filter is not valid');
    return read.use;
  });
}
