export { cartAjax } from './feature.ts';
export { type CartFragment, cartFragments } from './ports.ts';
