export type { CalendarDay } from './calendar-days.ts';
export type { DayRange } from './estimate.ts';
export {
  countArrivalDays,
  countHandlingDays,
  type DeliveryEstimate,
  type DeliveryTerms,
  estimateOption,
  estimateShipment,
  estimateTerms,
  findBackorderDispatch,
  findNextDateChange,
  getDeliveryTerms,
  getTransitDays,
} from './estimate-delivery.ts';
export { EstimateFacts } from './estimate-facts.tsx';
export { deliveryDates } from './feature.ts';
export { formatEstimate, toEstimateFact } from './format-estimate.ts';
export { dayRangeSchema, deliveryDateSettings } from './settings.ts';
