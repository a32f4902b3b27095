import { foldText } from '#platform/input/fold-text.ts';
import { normaliseCode } from '#platform/input/normalise-text.ts';
import { type CellResult, fail, succeed } from './cell-values.ts';

/** Languages of the exporting shops in whose dates month names are understood. */
const languages = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'sv', 'da', 'pl', 'nb', 'fi', 'cs'] as const;

interface DateWords {
  /** Months from 1 by their full and short names; null for a name that means different months in two languages. */
  readonly months: ReadonlyMap<string, number | null>;
  /** Words that may accompany day, month and year: names of weekdays, articles, endings of ordinals. */
  readonly fillers: ReadonlySet<string>;
}

const splitWords = (text: string): string[] => foldText(text).match(/\d+|[\p{L}\p{M}]+/gu) ?? [];

function collectWords(): DateWords {
  const months = new Map<string, number | null>();
  const fillers = new Set(['of', 'the', 'de', 'del', 'den', 'le', 'el', 'st', 'nd', 'rd', 'th', 'er', 'o', 'na']);
  const addMonth = (name: string, month: number) => {
    const [word = '', ...others] = splitWords(name);
    if (others.length > 0 || /\d/.test(word)) return;
    const known = months.get(word);
    months.set(word, known === undefined || known === month ? month : null);
  };
  // Next to a day, many languages put the name of the month into another grammatical case.
  for (const language of languages)
    for (const length of ['long', 'short'] as const)
      for (const options of [{}, { day: 'numeric', weekday: length }] as const) {
        const format = new Intl.DateTimeFormat(language, { month: length, timeZone: 'UTC', ...options });
        // The first days of the months of 2026 cover all weekdays.
        for (let month = 1; month <= 12; month += 1)
          for (const { type, value } of format.formatToParts(new Date(Date.UTC(2026, month - 1, 1)))) {
            if (type === 'weekday') for (const word of splitWords(value)) fillers.add(word);
            if (type === 'month') addMonth(value, month);
          }
      }
  return { months, fillers };
}

let words: DateWords | undefined;

function getWords(): DateWords {
  words ??= collectWords();
  return words;
}

/** @returns the month from 1; undefined for an ambiguous name or another word */
const readMonthName = (word: string): number | undefined => getWords().months.get(word) ?? undefined;

const isDateFiller = (word: string): boolean => getWords().fillers.has(word);

/** Whether day or month comes first in dates such as `03/04/2026`. */
export type DateOrder = 'day' | 'month';

interface CalendarDay {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

interface WrittenDate {
  readonly day: CalendarDay;
  readonly rest: string;
}

const second = 1000;
const oneDay = 24 * 60 * 60 * second;

/**
 * Reads a moment, in UTC unless a zone is given: '2026-05-31', '2026-05-31 18:00', ISO 8601, '31.12.2026',
 * '31/12/2026', '31 Dec 2026', seconds or milliseconds since 1970. Refuses '03/04/2026' unless the order is known.
 * With `isEnd` a date, or its last second, means the start of the next day.
 */
export function readMoment(cell: string, isEnd: boolean, order?: DateOrder): CellResult<Date | null> {
  if (cell === '') return succeed(null);
  const text = normaliseCode(cell);
  if (/^\d{9,10}$/.test(text)) return succeed(new Date(Number(text) * second));
  if (/^\d{12,13}$/.test(text)) return succeed(new Date(Number(text)));
  const written = readDate(text, order);
  if (written === 'ambiguous')
    return fail(`'${cell}' could have the day or the month first; say which with --dates day or --dates month`);
  const time = written && readTime(written.rest);
  if (written === null || time === null || !exists(written.day))
    return fail(`'${cell}' is not a date; expected 2026-05-31 or 2026-05-31 18:00:00`);
  const { year, month, day } = written.day;
  const moment = Date.UTC(year, month - 1, day) + time.milliseconds;
  if (!isEnd) return succeed(new Date(moment));
  if (written.rest === '') return succeed(new Date(moment + oneDay));
  return succeed(new Date(time.isLastSecond ? moment + second : moment));
}

const exists = ({ year, month, day }: CalendarDay): boolean => {
  const date = new Date(Date.UTC(year, month - 1, day));
  return year >= 1000 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
};

function readDate(text: string, order: DateOrder | undefined): WrittenDate | 'ambiguous' | null {
  const [whole = '', first = '', sign = '', second = ''] =
    /^(\d{1,4})([-/.])(\d{1,2})\2/.exec(text) ?? /^(\d{4})()(\d{2})(?=\d\d(?!\d))/.exec(text) ?? [];
  if (whole === '') return readNamedDate(text);
  const [third = ''] = /^\d+/.exec(text.slice(whole.length)) ?? [];
  const rest = text.slice(whole.length + third.length);
  const numbers = [first, second, third].map(Number);
  const [a = 0, b = 0, c = 0] = numbers;
  if (first.length === 4 && third.length <= 2) return { day: { year: a, month: b, day: c }, rest };
  if (third.length !== 4 || first.length > 2) return null;
  // In dates with dots, the day comes first in all countries.
  const known = sign === '.' || a > 12 || a === b ? 'day' : b > 12 ? 'month' : order;
  if (known === undefined) return 'ambiguous';
  return { day: { year: c, month: known === 'day' ? b : a, day: known === 'day' ? a : b }, rest };
}

const eastAsian = /^(\d{4}) ?年 ?(\d{1,2}) ?月 ?(\d{1,2}) ?日(?: ?[月火水木金土日]曜日?)?/u;

/**
 * Reads a date with the name of its month, in a language of the exporting shops: 'Thu, 31 Dec 2026', '31. Dezember
 * 2026'.
 */
function readNamedDate(text: string): WrittenDate | null {
  const [east, ...eastParts] = eastAsian.exec(text) ?? [];
  const [eastYear = 0, eastMonth = 0, eastDay = 0] = eastParts.map(Number);
  if (east !== undefined)
    return { day: { year: eastYear, month: eastMonth, day: eastDay }, rest: text.slice(east.length) };
  const time = /(?:,? | ?t)\d{1,2}:\d{2}.*$/i.exec(text)?.[0] ?? '';
  const words = splitWords(text.slice(0, text.length - time.length));
  const numbers = words.filter((word) => /^\d+$/.test(word));
  const names = words.filter((word) => !/^\d+$/.test(word));
  const found = names.filter((word) => readMonthName(word) !== undefined);
  // 'mar' is March in one language and a Tuesday in another.
  const named = found.length > 1 ? found.filter((word) => !isDateFiller(word)) : found;
  const [year, day] = [numbers.find(({ length }) => length === 4), numbers.find(({ length }) => length <= 2)];
  const isDate = numbers.length === 2 && named.length === 1 && year !== undefined && day !== undefined;
  if (!isDate || !names.every((word) => named.includes(word) || isDateFiller(word))) return null;
  return { day: { year: Number(year), month: readMonthName(named[0] ?? '') ?? 0, day: Number(day) }, rest: time };
}

interface WrittenTime {
  /** Milliseconds since the start of the day in UTC. */
  readonly milliseconds: number;
  /** Whether the time is `23:59:59` without a zone, which the exporting shop writes for the end of a day. */
  readonly isLastSecond: boolean;
}

const timePattern =
  /^(?:,? |t|, ?)(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3})\d*)?)? ?(am|pm|a\.m\.|p\.m\.)?(z| ?utc| ?gmt|[+-]\d{2}:?\d{2})?$/i;

function readTime(rest: string): WrittenTime | null {
  if (rest === '') return { milliseconds: 0, isLastSecond: false };
  const [whole, hours = '', minutes = '', seconds = '0', fraction = '0', half = '', zone = ''] =
    timePattern.exec(rest) ?? [];
  const hour = half === '' ? Number(hours) : (Number(hours) % 12) + (/^p/i.test(half) ? 12 : 0);
  const isTime = hour < 24 && Number(minutes) < 60 && Number(seconds) < 60 && (half === '' || Number(hours) <= 12);
  if (whole === undefined || !isTime) return null;
  const [, sign, zoneHours = '0', zoneMinutes = '0'] = /([+-])(\d{2}):?(\d{2})/.exec(zone) ?? [];
  const offset = (Number(zoneHours) * 60 + Number(zoneMinutes)) * (sign === '-' ? -1 : 1);
  const milliseconds =
    ((hour * 60 + Number(minutes) - offset) * 60 + Number(seconds)) * second + Number(fraction.padEnd(3, '0'));
  const isLastSecond = /^ /.test(rest) && zone === '' && hour === 23 && minutes === '59' && seconds === '59';
  return { milliseconds, isLastSecond };
}

/** Detects from all dates of a file whether day or month comes first in ambiguous dates. */
export interface DateOrderDetector {
  add(cell: string): void;
  /** Undefined when no date shows the order, or when dates contradict each other. */
  getOrder(): DateOrder | undefined;
}

export function createDateOrderDetector(): DateOrderDetector {
  const found = new Set<DateOrder>();
  return {
    add(cell) {
      const [, first = '', second = ''] = /^(\d{1,2})[-/](\d{1,2})[-/]\d{4}(?!\d)/.exec(normaliseCode(cell)) ?? [];
      if (Number(first) > 12 && Number(second) <= 12) found.add('day');
      if (Number(second) > 12 && Number(first) <= 12) found.add('month');
    },
    getOrder: () => (found.size === 1 ? [...found][0] : undefined),
  };
}
