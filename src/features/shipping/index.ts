export { shippingPath } from './admin/paths.ts';
export { shippingTexts } from './admin/texts.ts';
export { checkZones } from './check-zones.ts';
export { shipping } from './feature.ts';
export { listShippingMethods } from './settings.ts';
export {
  canShippingCostChange,
  findCheapest,
  getCountryOptions,
  loadZoneRates,
  quoteCountry,
} from './shipping-rates.ts';
