import { defineErrors } from '#platform/features/error-codes.ts';

export const manualOrderErrors = defineErrors('Manual orders', {
  DRAFT_NOT_FOUND: { means: 'No draft has this number.', action: 'See the drafts at `/admin/order-drafts`.' },
  DRAFT_ORDERED: { means: 'The draft was placed as an order before.' },
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
  DISCOUNT_USED_UP: {
    means: 'Another order has just used up a discount of this one.',
    action: 'Look at the new sums, and place it again.',
  },
  PAYMENT_TITLE_MISSING: { means: 'Money that the shop has needs a `title`: how it was paid.' },
  QUOTE_DATE_PAST: { means: 'A quote must be valid until a moment that is still to come.' },
  QUOTE_EXPIRED: {
    status: 409,
    means: 'The quote was valid until a moment that has passed.',
    action: 'Ask the shop to renew it.',
  },
  QUOTE_REPLACED: {
    status: 409,
    means: 'The shop has sent another quote instead.',
    action: 'Open the link of the latest one.',
  },
  QUOTE_WITHDRAWN: {
    status: 409,
    means: 'The shop has withdrawn the quote.',
    action: 'Ask the shop for another quote.',
  },
  QUOTE_NOT_OPEN: { means: 'There is no quote that could be withdrawn.' },
  DRAFT_CHANGED: { means: 'Somebody has changed the draft or its quote since.' },
  QUOTE_UNAVAILABLE: {
    status: 409,
    means: 'Something of the quote is sold out, or a discount of it is used up.',
    action: 'Ask the shop for another quote.',
  },
});
