import { getBaseAddress, type ShippingOption } from '#features/pricing/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { toCalendarDay, toUtc } from './calendar-days.ts';
import { countDays } from './count-days.ts';
import {
  createOpenDays,
  type DateRange,
  type DayRange,
  estimateArrival,
  estimateParcel,
  findNextBoundary,
  type IsOpenDay,
} from './estimate.ts';
import { type HolidayPlace, isHoliday } from './holidays.ts';
import { deliveryDateSettings } from './settings.ts';

type DateShop = Pick<Shop, 'settings' | 'choices'>;

const noDays: DayRange = { min: 0, max: 0 };

/** The numbers of days from which the dates of an order follow. */
export interface DeliveryTerms {
  /** Working days. */
  readonly handling: DayRange;
  /** Delivery days, or working days for a pickup. */
  readonly transit: DayRange;
  /** Days until items on backorder can be sent; 0 for items in stock. */
  readonly waitDays: number;
  readonly isPickup: boolean;
}

/**
 * Counts the delivery days from an order to its arrival, without holidays and backorders.
 * @returns null when the order never arrives
 */
export function countArrivalDays(
  { settings }: Pick<Shop, 'settings'>,
  { handling, transit, isPickup }: DeliveryTerms,
): DayRange | null {
  const { cutOff, workingDays, deliveryDays } = settings(deliveryDateSettings);
  const arrivalDays = isPickup ? workingDays : deliveryDays;
  const days = { workingDays, arrivalDays, countedDays: deliveryDays };
  return countDays({ ...days, cutOff, handling, transit, from: 'any-time' });
}

/**
 * Counts the handling days for systems that take Monday to Friday as working days.
 * @returns null when the shop makes no statement
 */
export function countHandlingDays({ settings }: Pick<Shop, 'settings'>): DayRange | null {
  const { handlingDays: handling, cutOff, workingDays } = settings(deliveryDateSettings);
  if (handling === null) return null;
  const days = { workingDays, arrivalDays: workingDays, countedDays: ['mon', 'tue', 'wed', 'thu', 'fri'] as const };
  return countDays({ ...days, cutOff, handling, transit: noDays, from: 'before-cut-off' });
}

/** When an order arrives, or from when it can be collected. */
export interface DeliveryEstimate extends DateRange {
  readonly isPickup: boolean;
}

type RatedOption = Pick<ShippingOption, 'isPickup' | 'transitDays'>;

/** Returns the transit days of a shipping option; null when the shop makes no statement. */
export function getTransitDays({ settings }: DateShop, { isPickup, transitDays }: RatedOption): DayRange | null {
  return transitDays ?? (isPickup ? noDays : settings(deliveryDateSettings).transitDays);
}

/** @returns null when the shop makes no statement */
export function getDeliveryTerms(shop: DateShop, option: RatedOption, isBackordered: boolean): DeliveryTerms | null {
  const { handlingDays: handling, backorderDays } = shop.settings(deliveryDateSettings);
  const transit = getTransitDays(shop, option);
  const waitDays = isBackordered ? backorderDays : 0;
  if (handling === null || transit === null || waitDays === null) return null;
  return { handling, transit, waitDays, isPickup: option.isPickup };
}

interface EstimateRequest {
  readonly to: HolidayPlace;
  /** Moment of the order or of its payment. */
  readonly at: Date;
}

export function estimateTerms(
  shop: DateShop,
  terms: DeliveryTerms,
  { to, at }: EstimateRequest,
): DeliveryEstimate | null {
  const { cutOff } = shop.settings(deliveryDateSettings);
  const isWorkingDay = createWorkingDays(shop);
  const isDeliveryDay = terms.isPickup ? isWorkingDay : createDeliveryDays(shop, to);
  const dates = estimateArrival({ ...terms, at, timeZone: getTimeZone(), cutOff, isWorkingDay, isDeliveryDay });
  return dates && { ...dates, isPickup: terms.isPickup };
}

/**
 * Estimates when an order arrives with a shipping option.
 * @returns null when the shop makes no statement
 */
export function estimateOption(
  shop: DateShop,
  option: RatedOption,
  { isBackordered, ...request }: EstimateRequest & { readonly isBackordered: boolean },
): DeliveryEstimate | null {
  const terms = getDeliveryTerms(shop, option, isBackordered);
  return terms && estimateTerms(shop, terms, request);
}

/** Estimates when a parcel that was sent at a given moment arrives. */
export function estimateShipment(
  shop: DateShop,
  transit: DayRange,
  { to, at }: EstimateRequest,
): DeliveryEstimate | null {
  const dates = estimateParcel(toCalendarDay(at, getTimeZone()), transit, createDeliveryDays(shop, to));
  return dates && { ...dates, isPickup: false };
}

/** Returns the day on which backordered items of an order placed now are sent, as its beginning in UTC. */
export function findBackorderDispatch(shop: DateShop, now: Date): Date | null {
  const { handlingDays, backorderDays: waitDays } = shop.settings(deliveryDateSettings);
  if (waitDays === null) return null;
  const terms = { handling: handlingDays ?? noDays, transit: noDays, waitDays, isPickup: true };
  const dispatch = estimateTerms(shop, terms, { to: getBaseAddress(shop.choices), at: now });
  return dispatch && toUtc(dispatch.earliest);
}

/** Returns the next moment at which estimates on pages may change: the cut-off time or midnight. */
export function findNextDateChange({ settings }: DateShop, now: Date): Date {
  return findNextBoundary(now, { timeZone: getTimeZone(), cutOff: settings(deliveryDateSettings).cutOff });
}

/** The shop's time zone is that of its processes. */
const getTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

function createWorkingDays({ settings, choices }: DateShop): IsOpenDay {
  const { workingDays, closed } = settings(deliveryDateSettings);
  const base = getBaseAddress(choices);
  return createOpenDays({ weekdays: workingDays, closed, isHoliday: (day) => isHoliday(base, day) });
}

function createDeliveryDays({ settings }: DateShop, to: HolidayPlace): IsOpenDay {
  return createOpenDays({
    weekdays: settings(deliveryDateSettings).deliveryDays,
    isHoliday: (day) => isHoliday(to, day),
  });
}
