import { defineErrors } from '#platform/features/error-codes.ts';

export const manualOrderErrors = defineErrors('Manual orders', {
  DRAFT_NOT_FOUND: { means: 'No draft has this number.', action: 'List the drafts: `shop orders drafts`' },
  SKU_NOT_FOUND: { means: 'No product or variation has this SKU.' },
  LINE_UNAVAILABLE: {
    means: 'A product has no price or is not published, or an option is missing or unknown.',
    action: 'Name `choices` as its form does.',
  },
  ADDONS_INVALID: {
    means: 'An add-on of a product is missing, unknown or not valid; the message names it.',
    action: 'Name `addons` and `files` as its form does.',
  },
  COUPON_REFUSED: {
    means: 'A coupon of the order does not apply; the message names it and the reason.',
    action: 'Remove it from `coupons`, or see it at `/admin/coupons`.',
  },
  AMOUNT_INVALID: {
    means: 'An amount is not one of the currency, has too many decimals, or is ambiguous, such as 1.250.',
  },
});
