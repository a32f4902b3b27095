export { shipping } from './feature.ts';
export {
  canShippingCostChange,
  getShippingOptions,
  type ShippingInput,
  type ShippingOption,
} from './shipping-options.ts';
