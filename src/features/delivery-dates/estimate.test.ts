import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, type CalendarDay, getWeekday, toCalendarDay, toMoment, weekdays } from './calendar-days.ts';
import { countDays } from './count-days.ts';
import { createOpenDays, type EstimateInput, estimateArrival, findNextBoundary } from './estimate.ts';
import { isHoliday } from './holidays.ts';

const monToFri = ['mon', 'tue', 'wed', 'thu', 'fri'] as const;
const dublin = { country: 'IE', state: '' };
const openDays = (place: { country: string; state: string }, closed: { from: CalendarDay; to: CalendarDay }[] = []) =>
  createOpenDays({ weekdays: monToFri, closed, isHoliday: (day) => isHoliday(place, day) });

const base: Omit<EstimateInput, 'at'> = {
  ...{ timeZone: 'Europe/Dublin', cutOff: '14:00', isWorkingDay: openDays(dublin), isDeliveryDay: openDays(dublin) },
  ...{ handling: { min: 1, max: 2 }, transit: { min: 2, max: 3 }, waitDays: 0 },
};

const estimate = (at: string, changes: Partial<EstimateInput> = {}) =>
  estimateArrival({ ...base, at: new Date(at), ...changes });

describe('the days on which an order arrives (D4)', () => {
  it.each([
    ['before the cut-off time', '2026-12-01T13:59:59Z', '2026-12-04', '2026-12-08'],
    ['at the cut-off time', '2026-12-01T14:00:00Z', '2026-12-07', '2026-12-09'],
    ['in the evening before', '2026-11-30T23:00:00Z', '2026-12-04', '2026-12-08'],
    ['on a Saturday', '2026-11-28T10:00:00Z', '2026-12-03', '2026-12-07'],
    ['after the cut-off time of a Sunday', '2026-11-29T20:00:00Z', '2026-12-03', '2026-12-07'],
    // 25 December is a Friday, and Ireland has a bank holiday on Monday, 28.
    ['over Christmas and the turn of the year', '2026-12-23T15:00:00Z', '2026-12-31', '2027-01-05'],
    ['over a leap day', '2028-02-28T10:00:00Z', '2028-03-02', '2028-03-06'],
    ['over the first Monday in August', '2026-07-31T10:00:00Z', '2026-08-06', '2026-08-10'],
  ])('%s', (_case, at, earliest, latest) => {
    expect(estimate(at)).toEqual({ earliest, latest });
  });

  it('are the same day where nothing takes time', () => {
    const noDays = { min: 0, max: 0 };
    const at = '2026-12-01T13:00:00Z';
    const sameDay = { handling: noDays, transit: noDays };
    expect(estimate(at, sameDay)).toEqual({ earliest: '2026-12-01', latest: '2026-12-01' });
  });

  it('leave out the closed days of the shop, but not of the carrier', () => {
    const isWorkingDay = openDays(dublin, [{ from: '2026-12-02', to: '2026-12-11' }]);
    expect(estimate('2026-12-01T10:00:00Z', { isWorkingDay })).toEqual({
      earliest: '2026-12-16',
      latest: '2026-12-18',
    });
    const handling = { min: 0, max: 0 };
    const sent = estimate('2026-12-01T10:00:00Z', { isWorkingDay, handling });
    expect(sent, 'sent on the day before').toEqual({ earliest: '2026-12-03', latest: '2026-12-04' });
  });

  it('leave out the holidays of the destination, and of its state', () => {
    // Epiphany is a holiday in Bavaria only.
    const epiphany = (state: string) =>
      estimate('2027-01-04T10:00:00Z', {
        isDeliveryDay: openDays({ country: 'DE', state }),
        transit: { min: 1, max: 1 },
      });
    expect(epiphany('BY')?.earliest).toBe('2027-01-07');
    expect(epiphany('BE')?.earliest).toBe('2027-01-06');
    expect(epiphany('anything'), 'a state that the library does not know').toEqual(epiphany(''));
    const toFrance = { isDeliveryDay: openDays({ country: 'FR', state: '' }) };
    expect(estimate('2026-11-06T10:00:00Z', toFrance), 'Armistice Day').toEqual({
      earliest: '2026-11-12',
      latest: '2026-11-16',
    });
  });

  it('wait for what is on backorder: sent six weeks later, as the product says', () => {
    expect(estimate('2026-12-01T10:00:00Z', { waitDays: 42, transit: { min: 0, max: 0 } })).toEqual({
      earliest: '2027-01-12',
      latest: '2027-01-12',
    });
    const long = estimate('2026-12-01T10:00:00Z', { waitDays: 1, handling: { min: 5, max: 9 } });
    expect(long, 'handling takes longer').toEqual(estimate('2026-12-01T10:00:00Z', { handling: { min: 5, max: 9 } }));
  });

  it('are unknown in a shop that is closed for years', () => {
    const never = createOpenDays({ weekdays: monToFri, isHoliday: () => true });
    expect(estimate('2026-12-01T10:00:00Z', { isWorkingDay: never })).toBeNull();
    expect(estimate('2026-12-01T10:00:00Z', { isDeliveryDay: never })).toBeNull();
  });

  it('follow the clocks of the shop on the days when these change', () => {
    // Clocks go forward on 29 March 2026 and back on 25 October 2026, both at 01:00 UTC, on Sundays.
    const everyDay = createOpenDays({ weekdays, isHoliday: () => false });
    const day = (at: string, cutOff: string) =>
      estimate(at, { cutOff, isWorkingDay: everyDay, isDeliveryDay: everyDay, handling: { min: 0, max: 0 } })?.earliest;
    expect([day('2026-03-29T12:59:59Z', '14:00'), day('2026-03-29T13:00:00Z', '14:00')]).toEqual([
      '2026-03-31',
      '2026-04-01',
    ]);
    expect([day('2026-10-25T13:59:59Z', '14:00'), day('2026-10-25T14:00:00Z', '14:00')]).toEqual([
      '2026-10-27',
      '2026-10-28',
    ]);
    // 01:30 does not exist in March and comes twice in October: the first counts.
    expect(toMoment('2026-03-29', '01:30', 'Europe/Dublin').toISOString()).toBe('2026-03-29T01:30:00.000Z');
    expect(toMoment('2026-10-25', '01:30', 'Europe/Dublin').toISOString()).toBe('2026-10-25T00:30:00.000Z');
    expect([day('2026-10-25T00:29:59Z', '01:30'), day('2026-10-25T00:30:00Z', '01:30')]).toEqual([
      '2026-10-27',
      '2026-10-28',
    ]);
    expect(day('2026-10-25T01:10:00Z', '01:30'), 'the clocks show 01:10 again').toBe('2026-10-28');
  });
});

const places = ['IE', 'GB', 'DE', 'US', 'FR', 'JP'].map((country) => ({ country, state: '' }));
const zones = [
  'Europe/Dublin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'America/Santiago',
  'UTC',
];
const range = (max: number) =>
  fc.tuple(fc.nat(max), fc.nat(max)).map(([a, b]) => ({ min: Math.min(a, b), max: Math.max(a, b) }));
const moment = fc.date({
  min: new Date('2024-01-01T00:00:00Z'),
  max: new Date('2032-12-31T00:00:00Z'),
  noInvalidDate: true,
});
const inputs = fc
  .record({
    at: moment,
    timeZone: fc.constantFrom(...zones),
    cutOff: fc.constantFrom('00:00', '01:30', '02:00', '12:00', '14:00', '23:59'),
    from: fc.constantFrom(...places),
    to: fc.constantFrom(...places),
    workingDays: fc.subarray([...weekdays], { minLength: 1 }),
    handling: range(10),
    transit: range(15),
    waitDays: fc.constantFrom(0, 1, 42),
  })
  .map(({ from, to, workingDays, ...input }) => ({
    ...input,
    ...{ from, to, workingDays },
    isWorkingDay: createOpenDays({ weekdays: workingDays, isHoliday: (day) => isHoliday(from, day) }),
    isDeliveryDay: createOpenDays({ weekdays: monToFri, isHoliday: (day) => isHoliday(to, day) }),
  }));

/** Fails where there are no dates. */
function getDates(input: EstimateInput) {
  const dates = estimateArrival(input);
  if (!dates) throw new Error('there are no dates');
  return dates;
}

describe('for any order (D4)', () => {
  it('nothing arrives on a holiday or weekend, or before it is ordered, or later first', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const { earliest, latest } = getDates(input);
        for (const day of [earliest, latest]) {
          expect(isHoliday(input.to, day)).toBe(false);
          expect(monToFri).toContain(getWeekday(day));
        }
        expect(latest >= earliest).toBe(true);
        expect(earliest >= toCalendarDay(input.at, input.timeZone)).toBe(true);
      }),
    );
  });

  it('who orders later does not get it earlier', () => {
    fc.assert(
      fc.property(inputs, fc.integer({ min: 0, max: 3 * 24 * 3600 }), (input, seconds) => {
        const dates = getDates(input);
        const later = getDates({ ...input, at: new Date(input.at.getTime() + seconds * 1000) });
        expect(later.earliest >= dates.earliest && later.latest >= dates.latest).toBe(true);
      }),
    );
  });

  it('the dates stay the same until the next boundary, which comes within a day', () => {
    fc.assert(
      fc.property(inputs, fc.double({ min: 0, max: 1, noNaN: true }), (input, share) => {
        const boundary = findNextBoundary(input.at, input).getTime();
        const left = boundary - input.at.getTime();
        expect(left).toBeGreaterThan(0);
        expect(left).toBeLessThanOrEqual(25 * 3600 * 1000);
        const between = new Date(input.at.getTime() + Math.floor(share * (left - 1)));
        expect(getDates({ ...input, at: between })).toEqual(getDates(input));
      }),
    );
  });

  it('the clocks show the time to which a moment was converted, unless they skip it', () => {
    const times = fc.constantFrom('00:00', '00:30', '01:30', '02:15', '12:00', '23:59');
    fc.assert(
      fc.property(moment, fc.constantFrom(...zones), times, (at, timeZone, time) => {
        const day = toCalendarDay(at, timeZone);
        const found = toMoment(day, time, timeZone);
        expect(toCalendarDay(found, timeZone)).toBe(day);
        expect(addDays(day, 1) > day).toBe(true);
      }),
    );
  });
});

describe('the working days until an order arrives (D4)', () => {
  const week = { cutOff: '12:00', handling: { min: 1, max: 2 }, transit: { min: 2, max: 3 }, countedDays: monToFri };

  it('are those of the slowest day of a week, as an order after the cut-off time counts as of the next day', () => {
    const shop = { ...week, workingDays: monToFri, arrivalDays: monToFri };
    expect(countDays({ ...shop, from: 'any-time' })).toEqual({ min: 3, max: 6 });
    expect(countDays({ ...shop, from: 'before-cut-off' })).toEqual({ min: 3, max: 5 });
  });

  it('are more in a shop that packs on two days of the week', () => {
    const shop = { ...week, workingDays: ['mon', 'thu'] as const, arrivalDays: monToFri };
    const handling = { min: 0, max: 0 };
    expect(countDays({ ...shop, handling, transit: { min: 3, max: 3 }, from: 'any-time' })).toEqual({ min: 3, max: 6 });
  });
});
