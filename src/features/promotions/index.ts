export { couponForm } from './admin/coupon-form.tsx';
export { couponList } from './admin/coupon-list.tsx';
export { couponRecord } from './admin/coupon-record.tsx';
export { cleanCode, toCouponKey } from './coupons/coupon-code.ts';
export {
  type CouponClaim,
  changeCouponEmail,
  eraseCouponUses,
  holdCoupons,
  holdCouponsAgain,
  lockCoupons,
  markCouponsUsed,
  moveCouponUses,
  moveCouponUsesOfCustomer,
  releaseCoupons,
} from './coupons/coupon-uses.ts';
export { couponCells } from './coupons/export-coupons.ts';
export { findCoupons } from './coupons/find-coupons.ts';
export { couponImport } from './coupons/import-coupons.ts';
export { promotions } from './feature.ts';
export { type FirstOrderClaim, lockFirstOrder, lockFirstOrderAgain } from './first-orders.ts';
export { findPromotions } from './promotions.ts';
