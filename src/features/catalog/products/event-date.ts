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

/** Formats the time in the time zone of the event: `Saturday, 12 December 2026, 10:00 – 16:00 GMT`. */
export function formatEventTime(locale: string, { startsAt, endsAt, timeZone }: EventDate): string {
  return getDateFormat(locale, {
    ...{ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
    ...{ hour: 'numeric', minute: '2-digit', timeZoneName: 'short', timeZone },
  }).formatRange(startsAt, endsAt);
}

/** Formats where it takes place; null when nothing is known. */
export function formatEventPlace({ t }: Pick<RenderContext, 't'>, { place, url }: EventDate): string | null {
  if (url === null) return place;
  return place === null ? t(texts.online) : t(texts.placeOrOnline, { place });
}
