import { defineErrors } from '#platform/features/error-codes.ts';

export const couponErrors = defineErrors('Coupon import', {
  COUPON_EXISTS: {
    level: 'error',
    means: 'A coupon has this code already, or an earlier row of the file.',
    action: 'Use another code.',
  },
});
