import { getDateFormat } from '#platform/texts/formats.ts';

/** A calendar date without time and zone: `2026-12-03`. Sorts as text. */
export type CalendarDay = string;

export const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;

export type Weekday = (typeof weekdays)[number];

const dayMs = 24 * 60 * 60 * 1000;

/** Returns the beginning of the day in UTC, for arithmetic and for formats in UTC. */
export const toUtc = (day: CalendarDay): Date => new Date(`${day}T00:00:00Z`);

export function addDays(day: CalendarDay, count: number): CalendarDay {
  return new Date(toUtc(day).getTime() + count * dayMs).toISOString().slice(0, 10);
}

export function getWeekday(day: CalendarDay): Weekday {
  return weekdays[toUtc(day).getUTCDay()] ?? 'sun';
}

/** Reads the local time of a zone as if it were UTC, in whole seconds. */
function readClock(moment: number, timeZone: string): number {
  // The Swedish format is ISO 8601, except for a space instead of the T.
  const format = getDateFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return Date.parse(`${format.format(moment).replace(' ', 'T')}Z`);
}

/** @param timeZone IANA name */
export function toCalendarDay(moment: Date, timeZone: string): CalendarDay {
  return new Date(readClock(moment.getTime(), timeZone)).toISOString().slice(0, 10);
}

/**
 * Returns the first moment at which the clocks of a time zone show a time. A time that the clocks skip in spring is
 * moved forward by the length of the gap.
 * @param time `14:00`
 */
export function toMoment(day: CalendarDay, time: string, timeZone: string): Date {
  const clock = Date.parse(`${day}T${time}:00Z`);
  const getOffset = (moment: number) => readClock(moment, timeZone) - Math.floor(moment / 1000) * 1000;
  // Clocks change at most once within two days. The offset before the change gives the earlier moment in autumn.
  const before = getOffset(clock - dayMs);
  const candidates = [before, getOffset(clock + dayMs)].map((offset) => clock - offset);
  return new Date(candidates.find((moment) => readClock(moment, timeZone) === clock) ?? clock - before);
}
