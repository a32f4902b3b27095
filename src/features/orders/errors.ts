import { defineErrors } from '#platform/features/error-codes.ts';

export const orderErrors = defineErrors('Orders', {
  ORDER_NOT_FOUND: { means: 'No order has this number.', action: 'List the orders: `shop orders list`' },
  STATUS_NOT_ALLOWED: {
    means:
      "The order's status does not allow this: only paid orders can be completed or refunded, only unpaid orders can be cancelled, only orders that await payment or are processed can be confirmed.",
    action: 'See its status: `shop orders show`',
  },
  REFUND_TOO_LARGE: {
    means: 'The amount is more than can still be refunded.',
    action: 'Refund at most the amount in the message.',
  },
  REFUND_AMOUNT_INVALID: {
    means: 'The amount is not above 0, or nothing is left to refund.',
    action: 'Pass an amount above 0.',
  },
  REQUEST_KEY_USED: { means: 'The key was used for another amount or order.', action: 'Use a new key.' },
});
