import { addDays, toMoment, type Weekday } from './calendar-days.ts';
import { createOpenDays, type DayRange, type EstimateInput, estimateArrival } from './estimate.ts';

interface PlainWeek extends Pick<EstimateInput, 'cutOff' | 'handling' | 'transit'> {
  readonly workingDays: readonly Weekday[];
  /** Weekdays on which items are handed over. */
  readonly arrivalDays: readonly Weekday[];
  /** Weekdays that are counted. */
  readonly countedDays: readonly Weekday[];
  /** Whether to consider orders at any time, or only those before the cut-off time on counted days. */
  readonly from: 'any-time' | 'before-cut-off';
}

/** A Monday, as the start of a week. */
const monday = '2024-01-01';

const createWeek = (weekdays: readonly Weekday[]) => createOpenDays({ weekdays, isHoliday: () => false });

/**
 * Counts the days from an order to its arrival, for any order day in a week without holidays. A shop that ships on
 * two weekdays takes longer than its handling time.
 * @returns null when the order never arrives
 */
export function countDays({ workingDays, arrivalDays, countedDays, from, ...week }: PlainWeek): DayRange | null {
  const [isWorkingDay, isDeliveryDay, isCounted] = [
    createWeek(workingDays),
    createWeek(arrivalDays),
    createWeek(countedDays),
  ];
  const count = (start: string, end: string): number => {
    let counted = 0;
    for (let day = addDays(start, 1); day <= end; day = addDays(day, 1)) if (isCounted(day)) counted += 1;
    return counted;
  };
  const times = from === 'any-time' ? ['00:00', week.cutOff] : ['00:00'];
  const days = Array.from({ length: 7 }, (_, offset) => addDays(monday, offset)).filter(
    (day) => from === 'any-time' || isCounted(day),
  );
  const ranges = days.flatMap((day) =>
    times.map((time) => {
      const at = toMoment(day, time, 'UTC');
      const dates = estimateArrival({ ...week, at, timeZone: 'UTC', isWorkingDay, isDeliveryDay, waitDays: 0 });
      return dates && { min: count(day, dates.earliest), max: count(day, dates.latest) };
    }),
  );
  const known = ranges.filter((range) => range !== null);
  if (known.length === 0 || known.length < ranges.length) return null;
  return { min: Math.min(...known.map(({ min }) => min)), max: Math.max(...known.map(({ max }) => max)) };
}
