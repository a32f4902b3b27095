/**
 * Why a code of the input gives no discount. `coupon` is the code as it was typed. Amounts in minor units, with or
 * without tax, as prices are entered.
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
  /** `missing`: amount by which the goods are below the minimum. */
  | { readonly code: 'COUPON_MIN_SPEND'; readonly missing: number }
  /** `max`: maximum price of the goods. */
  | { readonly code: 'COUPON_MAX_SPEND'; readonly max: number }
  /** `other`: an applied code that can't be combined with this code. */
  | { readonly code: 'COUPON_NOT_WITH_OTHERS'; readonly other: string }
);
