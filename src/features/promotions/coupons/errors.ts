import { defineErrors } from '#platform/features/error-codes.ts';

export const couponErrors = defineErrors('Coupons', {
  COUPON_EXISTS: {
    level: 'error',
    means: 'Import: a coupon has this code already, or an earlier row of the file.',
    action: 'Use another code.',
  },
  COUPON_NOT_PUBLISHED: {
    level: 'warning',
    means: 'Import: `post_status` is not `publish`, so the coupon was imported disabled.',
    action: 'Reopen it in the back office, unless `COUPON_USED_BEFORE` names it, too.',
  },
  COUPON_USED_BEFORE: {
    level: 'warning',
    means:
      'Import: the coupon was used in the shop that it comes from. Its limit is what was left; when nothing was left, it was imported disabled, with its whole limit.',
  },
  COUPON_UNCHANGED: { means: 'Bulk action: the coupon was in this state already, or has been changed since.' },
  COUPON_UNKNOWN: { means: 'No coupon has this code, or it has amounts in another currency.' },
  COUPON_CODE_FIXED: {
    means: 'Back office: an order has the coupon, so its code stays.',
    action: 'End it and create another one.',
  },
  COUPON_DISABLED: { means: 'The coupon is disabled.', action: 'Reopen it in the back office.' },
  COUPON_NOT_STARTED: { means: 'The coupon starts later.' },
  COUPON_EMAIL_NOT_ALLOWED: { means: 'The coupon is for other email addresses.' },
});

export const promotionErrors = defineErrors('Promotions', {
  PROMOTION_UNKNOWN: { means: 'The promotion does not exist any more.' },
  PROMOTION_OVER: { means: 'The promotion has ended already.' },
  PROMOTION_CHANGED: {
    means: 'Undoing: the promotion has been changed since it was ended.',
    action: 'Open it, and change it by hand.',
  },
});
