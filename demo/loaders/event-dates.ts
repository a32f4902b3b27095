import type { VariationInput } from '#features/catalog/index.ts';
import { getDateFormat } from '#platform/texts/formats.ts';
import type { DemoAttribute, DemoCatalogue, DemoEvent } from './demo-catalogue.ts';

const dayMs = 24 * 60 * 60 * 1000;
const saturday = 6;

/** The fields of a variation that is an event. @param now when the demo shop is filled */
export function toEventFields(event: DemoEvent | undefined, now: Date): VariationInput {
  if (!event) return {};
  const day = findSaturday(event, now);
  return {
    eventStartsAt: toMoment(day, event.from, event.timeZone),
    eventEndsAt: toMoment(day, event.to, event.timeZone),
    eventTimeZone: event.timeZone,
    eventPlace: event.place,
  };
}

/** Names the terms of attributes for dates: `Saturday 12 December`. */
export function nameTermsByDate(
  { attributes, products }: DemoCatalogue,
  { now, locale }: { readonly now: Date; readonly locale: string },
): DemoAttribute[] {
  const format = getDateFormat(locale, { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' });
  const variations = products.flatMap((product) => product.variations);
  return attributes.map((attribute) => {
    if (!attribute.isNamedByDate) return attribute;
    const terms = attribute.terms.map((term) => {
      const event = variations.find(({ options }) => options[attribute.slug] === term.slug)?.event;
      return event ? { ...term, name: format.format(new Date(findSaturday(event, now))) } : term;
    });
    return { ...attribute, terms };
  });
}

/** `2026-12-12` */
function findSaturday({ weeks }: DemoEvent, now: Date): string {
  const days = ((saturday - now.getUTCDay() + 7) % 7) + weeks * 7;
  return new Date(now.getTime() + days * dayMs).toISOString().slice(0, 10);
}

/** The moment at which the clocks of a time zone show a time. */
function toMoment(day: string, time: string, timeZone: string): Date {
  const utc = new Date(`${day}T${time}:00Z`);
  const parts = getDateFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(utc);
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value.slice('GMT'.length) || '+00:00';
  return new Date(`${day}T${time}:00${offset}`);
}
