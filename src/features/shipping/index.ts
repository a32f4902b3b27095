export { shipping } from './feature.ts';
export {
  canShippingCostChange,
  getShippingOptions,
  loadFlatRates,
} from './shipping-options.ts';
