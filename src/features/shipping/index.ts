export { shipping } from './feature.ts';
export { getShippingOptions, type Parcel, type ShippingOption, shippingVaries } from './options.ts';
