export { shipping } from './feature.ts';
export { canShippingCostChange, getCountryOptions, loadZoneRates, quoteCountry } from './shipping-rates.ts';
