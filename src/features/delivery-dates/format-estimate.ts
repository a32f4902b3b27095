import type { MailFact } from '#platform/mail/kit/mail-content.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { getCountryName, getDateFormat } from '#platform/texts/formats.ts';
import { type CalendarDay, toUtc } from './calendar-days.ts';
import type { DateRange } from './estimate.ts';
import type { DeliveryEstimate } from './estimate-delivery.ts';
import { deliveryDateTexts as texts } from './texts.ts';

type Context = Pick<RenderContext, 't' | 'locale' | 'now'>;

/** The formatted days of a range, and the text between them. */
export interface FormattedDates {
  readonly first: string;
  /** Empty for a single day, like `last`. */
  readonly separator: string;
  readonly last: string;
}

/** Formats days as 'Thu 3 – Mon 7 Dec', with the year when it is not the present one. */
export function formatDays({ locale, now }: Pick<Context, 'locale' | 'now'>, range: DateRange): FormattedDates {
  const { earliest, latest } = range;
  const year = String(now.getFullYear());
  const isThisYear = earliest.startsWith(year) && latest.startsWith(year);
  const format = getDateFormat(locale, {
    ...{ weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' },
    ...(isThisYear ? {} : { year: 'numeric' }),
  });
  if (earliest === latest) return { first: format.format(toUtc(earliest)), separator: '', last: '' };
  const parts = format.formatRangeToParts(toUtc(earliest), toUtc(latest));
  const of = (source: string) => parts.filter((part) => part.source === source);
  const join = (list: readonly { readonly value: string }[]) => list.map(({ value }) => value).join('');
  const first = removeRepeatedMonth(of('startRange'), of('endRange'));
  // Parts that both days share, such as the year, stand before, between or after them.
  const firstAt = parts.findIndex(({ source }) => source === 'startRange');
  const lastAt = parts.findIndex(({ source }) => source === 'endRange');
  const shared = (from: number, to?: number) => join(parts.slice(from, to).filter(({ source }) => source === 'shared'));
  return {
    first: shared(0, firstAt) + join(first).trimEnd(),
    separator: shared(firstAt, lastAt),
    last: join(of('endRange')) + shared(lastAt),
  };
}

type Part = Pick<Intl.DateTimeRangeFormatPart, 'type' | 'value'>;

/** Removes the month of the first day where a locale such as en-GB repeats it: 'Thu 3 Dec – Mon 7 Dec'. */
function removeRepeatedMonth(first: readonly Part[], last: readonly Part[]): readonly Part[] {
  const isShared = (offset: number) => {
    const [a, b] = [first.at(-offset), last.at(-offset)];
    return a !== undefined && a.type === b?.type && a.value === b.value;
  };
  let count = 0;
  while (isShared(count + 1)) count += 1;
  const isMonth = first.slice(first.length - count).some(({ type }) => type === 'month');
  return isMonth ? first.slice(0, first.length - count) : first;
}

const joinDates = ({ first, separator, last }: FormattedDates): string => first + separator + last;

const toRange = (day: CalendarDay): DateRange => ({ earliest: day, latest: day });

/** Returns the days on which an order arrives, or the day from which it certainly can be collected. */
export function getShownDays({ earliest, latest, isPickup }: DeliveryEstimate): DateRange {
  return isPickup ? toRange(latest) : { earliest, latest };
}

/**
 * Formats when an order arrives or can be collected.
 * @param country of the address, to name it; null leaves it out
 */
export function formatEstimate(context: Context, estimate: DeliveryEstimate, country: string | null = null): string {
  const { t, locale } = context;
  const dates = joinDates(formatDays(context, getShownDays(estimate)));
  if (estimate.isPickup) return t(texts.collect, { date: dates });
  if (country === null) return t(texts.arrives, { dates });
  return t(texts.arrivesIn, { dates, country: getCountryName(country, locale) });
}

export function toEstimateFact(context: Context, estimate: DeliveryEstimate): MailFact {
  return {
    label: context.t(estimate.isPickup ? texts.collectLabel : texts.arrivalLabel),
    value: joinDates(formatDays(context, getShownDays(estimate))),
  };
}
