export { shipping } from './feature.ts';
export {
  canShippingCostChange,
  findCheapest,
  getCountryOptions,
  loadZoneRates,
  quoteCountry,
} from './shipping-rates.ts';
