export { shipping } from './feature.ts';
export { type Parcel, type ShippingOption, shippingOptions, shippingVaries } from './options.ts';
