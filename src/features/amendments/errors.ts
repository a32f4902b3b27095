import { defineErrors } from '#platform/features/error-codes.ts';

export const amendmentErrors = defineErrors('Amendments', {
  ORDER_NOT_AMENDABLE: {
    means:
      'An order that was shipped, refunded, cancelled or not confirmed, or that replaces items of another one for nothing, can’t be changed. It may have been changed meanwhile.',
    action: 'Open the order again. What replaces it is named on its page.',
  },
  DISCOUNTS_USED_UP: {
    means: 'Another order has used a coupon or promotion of this order up at the same moment.',
    action: 'Try again: the preview leaves it out.',
  },
  AMENDMENT_UNCHANGED: { means: 'What is to be ordered now is what was ordered.' },
  AMENDMENT_EMPTY: { means: 'Nothing would be left of the order.', action: 'Cancel or refund it instead.' },
  AMENDMENT_PRICES_DIFFER: {
    means:
      'The order has another currency than the shop, or its prices were entered the other way, with or without tax.',
    action: 'Refund it, and place a new order.',
  },
});
