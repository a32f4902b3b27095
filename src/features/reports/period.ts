import { formatIsoDay, parseIsoDay } from '#platform/texts/formats.ts';

export const periodNames = ['today', '7-days', '30-days', 'month', 'quarter', 'year', 'own'] as const;
export const comparisons = ['previous', 'year'] as const;

export type PeriodName = (typeof periodNames)[number];
export type Comparison = (typeof comparisons)[number];

/** Days in the shop's time zone, such as `2026-11-23`; both are included. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

export interface Period extends Days {
  readonly name: PeriodName;
  readonly comparison: Comparison;
  readonly before: Days;
}

/** Ten years. The limit is needed because each day of a period may become a row, and each month a query. */
const maxDays = 3_660;

/**
 * Reads the period of a link or of the form.
 * @returns null when the days of an own period don't exist, are in the wrong order, or too many
 */
export function readPeriod(now: Date, query: URLSearchParams): Period | null {
  const name = periodNames.find((known) => known === query.get('period')) ?? '30-days';
  const comparison = comparisons.find((known) => known === query.get('compare')) ?? 'previous';
  const days = name === 'own' ? readOwn(query) : findDays(now, name);
  return days && { name, comparison, ...days, before: comparison === 'year' ? moveByYear(days) : findPrevious(days) };
}

function readOwn(query: URLSearchParams): Days | null {
  const [from, to] = [query.get('from') ?? '', query.get('to') ?? ''];
  const isValid = parseIsoDay(from) && parseIsoDay(to) && from <= to && countDays({ from, to }) <= maxDays;
  return isValid ? { from, to } : null;
}

const addDays = (date: Date, days: number) => new Date(date.getFullYear(), date.getMonth(), date.getDate() + days);

/** Returns the days of a named period, which ends today. */
function findDays(now: Date, name: Exclude<PeriodName, 'own'>): Days {
  const [year, month] = [now.getFullYear(), now.getMonth()];
  const starts: Readonly<Record<typeof name, Date>> = {
    today: now,
    '7-days': addDays(now, -6),
    '30-days': addDays(now, -29),
    month: new Date(year, month, 1),
    quarter: new Date(year, month - (month % 3), 1),
    year: new Date(year, 0, 1),
  };
  return { from: formatIsoDay(starts[name]), to: formatIsoDay(now) };
}

export const toDate = (day: string): Date => parseIsoDay(day) ?? new Date(Number.NaN);

/** @returns the number of days of a period; counted in UTC, since days of the shop's time zone have 23 to 25 hours */
export const countDays = ({ from, to }: Days): number =>
  Math.round((Date.parse(`${to}T00:00Z`) - Date.parse(`${from}T00:00Z`)) / 86_400_000) + 1;

/** Returns the same number of days directly before the period. */
function findPrevious(days: Days): Days {
  const first = toDate(days.from);
  return { from: formatIsoDay(addDays(first, -countDays(days))), to: formatIsoDay(addDays(first, -1)) };
}

const moveByYear = ({ from, to }: Days): Days => {
  const move = (day: string) => {
    const date = toDate(day);
    // A year before 29 February is the last day of that month.
    const last = new Date(date.getFullYear() - 1, date.getMonth() + 1, 0).getDate();
    return formatIsoDay(new Date(date.getFullYear() - 1, date.getMonth(), Math.min(date.getDate(), last)));
  };
  return { from: move(from), to: move(to) };
};

export const writePeriod = ({ name, comparison, from, to }: Period): Record<string, string> => ({
  period: name,
  ...(name === 'own' && { from, to }),
  compare: comparison,
});
