import { getDateFormat } from '#platform/texts/formats.ts';

/** A plain date without time and zone: `2026-12-03`. Sorts as text. */
export type CalendarDay = string;

export const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;

export type Weekday = (typeof weekdays)[number];

const dayMs = 24 * 60 * 60 * 1000;

/** The moment at which the day begins in UTC, for arithmetic and formats in UTC. */
export const toUtc = (day: CalendarDay): Date => new Date(`${day}T00:00:00Z`);

export function addDays(day: CalendarDay, count: number): CalendarDay {
  return new Date(toUtc(day).getTime() + count * dayMs).toISOString().slice(0, 10);
}

export function getWeekday(day: CalendarDay): Weekday {
  return weekdays[toUtc(day).getUTCDay()] ?? 'sun';
}

/** The wall clock of a time zone as if it were UTC, to the second. */
function readClock(moment: number, timeZone: string): number {
  // Swedish writes ISO 8601 apart from the space.
  const format = getDateFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return Date.parse(`${format.format(moment).replace(' ', 'T')}Z`);
}

/** @param timeZone IANA */
export function toCalendarDay(moment: Date, timeZone: string): CalendarDay {
  return new Date(readClock(moment.getTime(), timeZone)).toISOString().slice(0, 10);
}

/**
 * Returns the first moment at which the clocks of a time zone show a time. A time that is skipped when
 * the clocks go forward is the moment after, by as much as it is past the change.
 * @param time `14:00`
 */
export function toMoment(day: CalendarDay, time: string, timeZone: string): Date {
  const clock = Date.parse(`${day}T${time}:00Z`);
  const getOffset = (moment: number) => readClock(moment, timeZone) - Math.floor(moment / 1000) * 1000;
  // Clocks change at most once within two days. The offset before a change is the earlier of two moments.
  const before = getOffset(clock - dayMs);
  const candidates = [before, getOffset(clock + dayMs)].map((offset) => clock - offset);
  return new Date(candidates.find((moment) => readClock(moment, timeZone) === clock) ?? clock - before);
}
