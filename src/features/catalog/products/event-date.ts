import type { RenderContext } from '#platform/pages/render-context.ts';
import { getDateFormat } from '#platform/texts/formats.ts';
import type { EventDate } from '../contract.ts';
import { catalogTexts as texts } from '../texts.ts';

/** An event can be bought until it starts. @returns true for what is no event */
export function isBookable(eventDate: EventDate | null, now: Date): boolean {
  return eventDate === null || now < eventDate.startsAt;
}

/** Whether it is the IANA name of a time zone. */
export function isTimeZone(name: string): boolean {
  try {
    getDateFormat('en', { timeZone: name });
    return /^[A-Za-z]/.test(name);
  } catch {
    return false;
  }
}

/**
 * Formats the time in the time zone of the event: `Saturday, 12 December 2026, 10:00 – 16:00 GMT`.
 * @param names the chosen terms that are shown beside it: when one names the day, the time alone is left
 */
export function formatEventTime(locale: string, event: EventDate, names: readonly string[] = []): string {
  const { startsAt, endsAt, timeZone } = event;
  return getDateFormat(locale, {
    ...(namesDay(locale, event, names) ? {} : { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
    ...{ hour: 'numeric', minute: '2-digit', timeZoneName: 'short', timeZone },
  }).formatRange(startsAt, endsAt);
}

/** Whether a text names the one day of an event: `Saturday 12 December`. */
export function namesDay(locale: string, { startsAt, endsAt, timeZone }: EventDate, names: readonly string[]): boolean {
  const format = getDateFormat(locale, { day: 'numeric', month: 'long', timeZone });
  if (format.format(startsAt) !== format.format(endsAt)) return false;
  const toWords = (text: string): readonly string[] => text.toLocaleLowerCase(locale).match(/[\p{L}\p{N}]+/gu) ?? [];
  const parts = format.formatToParts(startsAt).filter(({ type }) => type === 'day' || type === 'month');
  const date = parts.flatMap(({ value }) => toWords(value));
  return names.some((name) => date.every((word) => toWords(name).includes(word)));
}

/** Formats where it takes place; null when nothing is known. */
export function formatEventPlace({ t }: Pick<RenderContext, 't'>, { place, url }: EventDate): string | null {
  if (url === null) return place;
  return place === null ? t(texts.online) : t(texts.placeOrOnline, { place });
}
