import { defineErrors } from '#platform/features/error-codes.ts';

export const checkoutErrors = defineErrors('Checkout', {
  FORM_INVALID: {
    status: 422,
    means: 'Fields are missing or invalid; the page says what is wrong beside each.',
    action: 'Correct them and place the order again.',
  },
  EMPTY_CART: {
    status: 409,
    means: 'The cart is empty, for example because another tab has ordered it.',
    action: 'The shopper is sent to the cart.',
  },
  CART_CHANGED: {
    status: 409,
    means: "A line can't be ordered.",
    action: 'The shopper is sent to the cart, which says why.',
  },
  COUPON_REFUSED: {
    status: 409,
    means: 'The code that was typed does not apply; the page says why beside it. Nothing was ordered.',
    action: 'Clear the field, or correct the code.',
  },
  COUPON_ATTEMPTS: {
    status: 429,
    means: 'Too many codes were tried in the last hour. Nothing was ordered.',
    action: 'Clear the field, or retry later.',
  },
  OUT_OF_STOCK: {
    status: 409,
    means: 'Other orders took the stock; the message names each product and its available quantity.',
    action: 'Update the cart.',
  },
  PRICE_CHANGED: {
    status: 409,
    means: 'The total has changed since it was shown.',
    action: 'Review the order and place it again.',
  },
  COUPONS_LOST: {
    status: 409,
    means:
      'Coupons of the cart do not apply to this order, and the call named no total that would have changed. The message names them.',
    action: 'Remove the coupons, or send the expected total.',
  },
  SHIPPING_UNAVAILABLE: {
    status: 409,
    means: 'The selected shipping method is not available for this address.',
    action: 'Select another one; `shipping.zones`.',
  },
  PAYMENT_UNAVAILABLE: {
    status: 409,
    means: 'The selected payment method is not available for this order.',
    action: 'Select another one; `payments.bankTransfer`, `payments.cashOnDelivery`.',
  },
  PAYMENT_IN_PROGRESS: {
    status: 409,
    means: 'The payment of the earlier order of this cart is being processed.',
    action: 'The message links the order. Wait for its payment, then order again if it failed.',
  },
  TOO_MANY_ORDERS: {
    status: 429,
    means: 'A limit of `checkout.ordersPerHour` was reached; the message says which, `Retry-After` when to retry.',
    action:
      'Wait, or contact the shop. The owner is warned by email and raises the limit if the customers are genuine.',
  },
  RESERVATION_LIMIT: {
    status: 409,
    means: 'The items of unpaid orders would exceed `orders.maxReserved`; the message says how many can be ordered.',
    action:
      'Order fewer, pay at once, sign in with a confirmed email address, pay earlier orders, or wait half an hour until what others hold has expired.',
  },
  EXPRESS_UNAVAILABLE: {
    status: 409,
    means: 'The payment provider can not begin before the order, or is not available for this cart.',
    action: 'Order with the form.',
  },
  EXPRESS_UNKNOWN: {
    status: 404,
    means: 'There is no such payment of this shopper.',
    action: 'Start the express checkout again.',
  },
  EXPRESS_ENDED: {
    status: 409,
    means: 'The payment has ended, has paid for an order, or was begun too long ago. Nothing was ordered.',
    action: 'Start the express checkout again.',
  },
  EXPRESS_NOT_APPROVED: {
    status: 409,
    means: 'The shopper has not agreed to the payment yet. Nothing was ordered.',
    action: 'Let the shopper agree, then confirm again.',
  },
  EXPRESS_UNANSWERED: {
    status: 502,
    means: 'The payment provider has refused the request, or did not answer. Nothing was ordered or charged.',
    action: 'Try again, or order with the form.',
  },
  TOO_MANY_EXPRESS: {
    status: 429,
    means: 'Too many calls of the express checkout in the last hour; `Retry-After` says when to retry.',
    action: 'Wait, or order with the form.',
  },
  REQUEST_KEY_USED: {
    status: 409,
    means: 'This form has already placed an order and was sent again with other values.',
    action: 'The message links the order. To place another one, submit the form again.',
  },
});
