export { suppliersToOrderFrom } from './admin/home-tile.ts';
export { suppliersOfCoupons } from './admin/on-coupons.tsx';
export { suppliers } from './feature.ts';
