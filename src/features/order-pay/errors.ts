import { defineErrors } from '#platform/features/error-codes.ts';

export const orderPayErrors = defineErrors('Paying an order', {
  ORDER_UNKNOWN: {
    status: 404,
    means: 'There is no such order, or neither the visitor nor the key may pay it.',
    action: 'Open the page of the payment by the link of a mail; it prints a new key.',
  },
  ORDER_PAID: { status: 409, means: 'The order is paid.', action: 'Nothing is left to pay: show the order.' },
  ORDER_NOT_PAYABLE: {
    status: 409,
    means: 'The order was cancelled, has expired, or is paid on delivery.',
    action: 'The page of the order says why. Order the items again.',
  },
  EVENT_STARTED: {
    status: 409,
    means: 'An event of the order began before the order was paid.',
    action: 'Order the other items again, or book another date.',
  },
  ORDER_BEING_PAID: {
    status: 409,
    means: 'A payment of the order is being processed.',
    action: 'Wait for its result; the shopper gets an email.',
  },
  METHOD_UNAVAILABLE: {
    status: 409,
    means: 'The payment method is not available for this order.',
    action: 'Choose one that the page of the payment offers.',
  },
  PAYMENT_NOT_STARTED: {
    status: 502,
    means: 'The payment provider has refused the payment, or did not answer. Nothing was charged.',
    action: 'Try again, or choose another payment method.',
  },
  BOT_CHECK_REQUIRED: {
    status: 403,
    means: 'Many payments have failed: the check of the page has to be passed first.',
    action: 'Send the answer of the check of the page, `bot_check`. Each answer is used once.',
  },
  TOO_MANY_PAYMENTS: {
    status: 429,
    means: 'A limit of `order-pay.attemptsPerHour` was reached; `Retry-After` says when to retry.',
    action: 'Wait, or contact the shop.',
  },
});
