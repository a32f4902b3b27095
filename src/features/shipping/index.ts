export { shipping } from './feature.ts';
export { canShippingCostChange, getCountryOptions, loadZoneRates } from './shipping-rates.ts';
