export { suppliersOfCoupons } from './admin/coupon-payer.tsx';
export { suppliersToOrderFrom } from './admin/supplier-list.ts';
export { suppliers } from './feature.ts';
