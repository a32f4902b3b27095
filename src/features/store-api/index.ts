export { storeApi } from './feature.ts';
export { type CartExtension, cartExtensions, type ProductExtension, productExtensions } from './ports.ts';
