import { addDays, type CalendarDay, getWeekday, toCalendarDay, toMoment, type Weekday } from './calendar-days.ts';

export interface DayRange {
  readonly min: number;
  readonly max: number;
}

/** Range of days, both ends included. */
export interface DateRange {
  readonly earliest: CalendarDay;
  readonly latest: CalendarDay;
}

export type IsOpenDay = (day: CalendarDay) => boolean;

interface OpenDayRules {
  readonly weekdays: readonly Weekday[];
  readonly closed?: readonly { readonly from: CalendarDay; readonly to: CalendarDay }[];
  readonly isHoliday: (day: CalendarDay) => boolean;
}

/**
 * Returns a function that tells whether a day is open: one of the weekdays, and neither a holiday nor a closed day.
 */
export function createOpenDays({ weekdays, closed = [], isHoliday }: OpenDayRules): IsOpenDay {
  return (day) =>
    weekdays.includes(getWeekday(day)) && !closed.some(({ from, to }) => from <= day && day <= to) && !isHoliday(day);
}

/** Time of day from which an order counts as placed on the next working day. */
export interface CutOff {
  /** IANA name. */
  readonly timeZone: string;
  /** `14:00` */
  readonly cutOff: string;
}

export interface EstimateInput extends CutOff {
  readonly at: Date;
  readonly isWorkingDay: IsOpenDay;
  /**
   * Whether items can be handed over on a day: a delivery day of carriers, or an opening day of the shop for a
   * pickup.
   */
  readonly isDeliveryDay: IsOpenDay;
  /** Working days until the items leave. */
  readonly handling: DayRange;
  /** Delivery days in transit. */
  readonly transit: DayRange;
  /** Days until items on backorder can leave; 0 for items in stock. */
  readonly waitDays: number;
}

/**
 * Estimates on which days an order arrives that is placed, or paid, at a given moment. Pure.
 * @returns null when there are no open days for years
 */
export function estimateArrival(input: EstimateInput): DateRange | null {
  const { isWorkingDay, handling, transit, waitDays } = input;
  const ordered = findOrderDay(input);
  const start = ordered && addOpenDays(ordered, 0, isWorkingDay);
  if (!start) return null;
  const available = addDays(start, waitDays);
  const arrive = (handlingDays: number, transitDays: number): CalendarDay | null => {
    const handled = addOpenDays(start, handlingDays, isWorkingDay);
    const sent = handled && addOpenDays(handled < available ? available : handled, 0, isWorkingDay);
    return sent && addOpenDays(sent, transitDays, input.isDeliveryDay);
  };
  const earliest = arrive(handling.min, transit.min);
  const latest = arrive(handling.max, transit.max);
  return earliest && latest ? { earliest, latest } : null;
}

export function estimateParcel(sent: CalendarDay, transit: DayRange, isDeliveryDay: IsOpenDay): DateRange | null {
  const earliest = addOpenDays(sent, transit.min, isDeliveryDay);
  const latest = addOpenDays(sent, transit.max, isDeliveryDay);
  return earliest && latest ? { earliest, latest } : null;
}

/** Returns the day that an order counts as: from the cut-off time of a working day on, the next day. */
function findOrderDay({ at, timeZone, cutOff, isWorkingDay }: EstimateInput): CalendarDay {
  const today = toCalendarDay(at, timeZone);
  return isWorkingDay(today) && at >= toMoment(today, cutOff, timeZone) ? addDays(today, 1) : today;
}

/** Returns the next moment at which estimates may change: a cut-off time or midnight. */
export function findNextBoundary(at: Date, { timeZone, cutOff }: CutOff): Date {
  const today = toCalendarDay(at, timeZone);
  const atCutOff = toMoment(today, cutOff, timeZone);
  return atCutOff > at ? atCutOff : toMoment(addDays(today, 1), '00:00', timeZone);
}

/** Longer than any holidays. Ends the search when all days are closed. */
const maxDays = 3 * 366;

/**
 * Returns the first open day from a day on, or the `count`th one after it.
 * @returns null when there is none for years
 */
function addOpenDays(from: CalendarDay, count: number, isOpen: IsOpenDay): CalendarDay | null {
  let left = count;
  for (let offset = count === 0 ? 0 : 1; offset <= maxDays; offset += 1) {
    const day = addDays(from, offset);
    if (!isOpen(day)) continue;
    left -= 1;
    if (left <= 0) return day;
  }
  return null;
}
