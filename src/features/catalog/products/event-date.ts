import type { RenderContext } from '#platform/pages/render-context.ts';
import { getDateFormat } from '#platform/texts/formats.ts';
import type { EventDate } from '../contract.ts';
import { catalogTexts as texts } from '../texts.ts';

/** Whether an event can still be booked, which is possible until it starts. @returns true without an event */
export function isBookable(eventDate: EventDate | null, now: Date): boolean {
  return eventDate === null || now < eventDate.startsAt;
}

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
 * @param names the chosen terms shown beside the time: if one of them names the day, only the time is returned
 */
export function formatEventTime(locale: string, event: EventDate, names: readonly string[] = []): string {
  const { startsAt, endsAt, timeZone } = event;
  return getDateFormat(locale, {
    ...(namesDay(locale, event, names) ? {} : { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
    ...{ hour: 'numeric', minute: '2-digit', timeZoneName: 'short', timeZone },
  }).formatRange(startsAt, endsAt);
}

/** Whether a text names the day of an event that takes place on a single day: `Saturday 12 December`. */
export function namesDay(locale: string, { startsAt, endsAt, timeZone }: EventDate, names: readonly string[]): boolean {
  const format = getDateFormat(locale, { day: 'numeric', month: 'long', timeZone });
  if (format.format(startsAt) !== format.format(endsAt)) return false;
  const toWords = (text: string): readonly string[] => text.toLocaleLowerCase(locale).match(/[\p{L}\p{N}]+/gu) ?? [];
  const parts = format.formatToParts(startsAt).filter(({ type }) => type === 'day' || type === 'month');
  const date = parts.flatMap(({ value }) => toWords(value));
  return names.some((name) => date.every((word) => toWords(name).includes(word)));
}

/** Formats the place of an event; null when it has neither a place nor a URL. */
export function formatEventPlace({ t }: Pick<RenderContext, 't'>, { place, url }: EventDate): string | null {
  if (url === null) return place;
  return place === null ? t(texts.online) : t(texts.placeOrOnline, { place });
}
