/**
 * Why a code of the input takes nothing off. `coupon` is the code as it was given. Amounts in minor
 * units, entered like prices.
 */
export type CouponProblem = { readonly coupon: string } & (
  | {
      readonly code:
        | 'COUPON_UNKNOWN'
        | 'COUPON_DISABLED'
        | 'COUPON_NOT_STARTED'
        | 'COUPON_EXPIRED'
        | 'COUPON_USED_UP'
        | 'COUPON_USED_BY_CUSTOMER'
        | 'COUPON_EMAIL_NOT_ALLOWED'
        | 'COUPON_NOT_FOR_PRODUCTS'
        | 'COUPON_SALE_ITEMS_ONLY';
    }
  /** `missing`: what the goods must cost more. */
  | { readonly code: 'COUPON_MIN_SPEND'; readonly missing: number }
  /** `max`: what the goods may cost. */
  | { readonly code: 'COUPON_MAX_SPEND'; readonly max: number }
  /** `other`: a code that applies and that it can't be combined with. */
  | { readonly code: 'COUPON_NOT_WITH_OTHERS'; readonly other: string }
);
