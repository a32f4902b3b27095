import { defineErrors } from '#platform/features/error-codes.ts';

export const paymentErrors = defineErrors('Payments', {
  REFUND_TOO_LARGE: {
    means: 'The amount is more than can still be refunded.',
    action: 'Refund at most the amount in the message.',
  },
  REFUND_OVER_LIMIT: {
    means: 'The amount is more than the role of this person may give back of an order.',
    action: 'Ask somebody with a higher limit: `/admin/roles`.',
  },
  REFUND_AMOUNT_INVALID: {
    means: 'The amount is not above 0, nothing is left to refund, or parts of the order were chosen as well.',
    action: 'Pass an amount above 0, or parts of the order.',
  },
  REFUND_ITEMS_UNKNOWN: {
    means: 'Items were to go back in stock with an amount, which does not say which.',
    action: 'Name the items, or refund all that is left.',
  },
  REFUND_NOT_FAILED: {
    means: 'The order has no such refund that has failed, or it was done again or ended meanwhile.',
    action: 'See the refunds on the page of the order.',
  },
  REFUND_LINE_INVALID: {
    means: 'The order has no such line, or fewer of its items are left to refund.',
    action: 'See the lines and their order: `shop orders show`',
  },
  LATE_MONEY_RECORDED: {
    means: 'Money of this amount was recorded by hand for the order before: it may be the same.',
    action: 'See the payments on the page of the order. Say that it is another payment if it is.',
  },
  REQUEST_KEY_USED: { means: 'The key was used for another object, order or input.', action: 'Use a new key.' },
  PAYMENT_NOT_FOUND: { means: 'No payment has this id.', action: 'List the payments: `shop payments list`' },
  PAYMENT_HAS_ORDER: {
    means: 'The payment belongs to an order.',
    action: 'Refund the order, on its page in the back office.',
  },
  NOTHING_TO_REFUND: {
    means: 'The payment has no captured money that was not given back, or its refund was requested already.',
    action: 'See its transactions: `shop payments show`',
  },
  PAYMENT_NOT_SETTLED: {
    means: 'The payment provider did not tell the state of the payment.',
    action: 'Try again later; the shop tries by itself every few minutes.',
  },
  EVENT_REFUSED: {
    status: 400,
    means: "An event was not signed by the payment provider, or can't be read.",
    action: "Check the provider's signing secret in the shop's environment.",
  },
  EVENT_UNCHECKED: {
    status: 503,
    means: "An event could not be checked now, for example because the provider's certificate could not be fetched.",
    action: 'Nothing: the provider sends it again, and the shop asks for the state of payments by itself.',
  },
});
