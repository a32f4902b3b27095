import { createRequire } from 'node:module';
import type Holidays from 'date-holidays';
import { addDays, type CalendarDay } from './calendar-days.ts';

export interface HolidayPlace {
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** State code, as in addresses; empty when unknown. */
  readonly state: string;
}

/** Load the library at its first use, because it contains the data of all countries. Only the server can load it. */
const loadLibrary = (): typeof Holidays => createRequire(import.meta.url)('date-holidays');

/** Codes of the states whose holidays are known, by country. */
const knownStates = new Map<string, ReadonlySet<string>>();

/** Holidays by country, state and year. */
const knownHolidays = new Map<string, ReadonlySet<CalendarDay>>();

/** Whether a day is a public or bank holiday of the country, or of the state when its holidays are known. */
export function isHoliday({ country, state }: HolidayPlace, day: CalendarDay): boolean {
  const year = day.slice(0, 4);
  // Leave unknown states out of the key, to bound the cache: shoppers may type any state for a country without
  // states.
  const knownState = remember(knownStates, country, () => listStates(country)).has(state) ? state : '';
  const key = `${country}-${knownState}-${year}`;
  return remember(knownHolidays, key, () => listHolidays(country, knownState, Number(year))).has(day);
}

function remember<Value>(known: Map<string, Value>, key: string, load: () => Value): Value {
  const value = known.get(key) ?? load();
  known.set(key, value);
  return value;
}

function listStates(country: string): ReadonlySet<string> {
  const Library = loadLibrary();
  return new Set(Object.keys(new Library().getStates(country) ?? {}));
}

function listHolidays(country: string, state: string, year: number): ReadonlySet<CalendarDay> {
  const Library = loadLibrary();
  const library = state === '' ? new Library(country) : new Library(country, state);
  const days = library
    .getHolidays(year)
    // A holiday that starts during the day, such as the afternoon of 31 December, counts as a working day.
    .filter(({ type, date }) => (type === 'public' || type === 'bank') && date.includes(' 00:00:00'))
    .flatMap(({ date, start, end }) => {
      const count = Math.max(1, Math.round((end.getTime() - start.getTime()) / 86_400_000));
      return Array.from({ length: count }, (_, index) => addDays(date.slice(0, 10), index));
    });
  return new Set(days);
}
