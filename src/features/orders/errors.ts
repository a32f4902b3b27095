import { defineErrors } from '#platform/features/error-codes.ts';

export const orderErrors = defineErrors('Orders', {
  CONFIRMATION_CODE_INVALID: {
    status: 403,
    means: 'The link to confirm an order has another code than its mail.',
    action: 'Open the link of the mail again.',
  },
  PRICE_NOT_ALLOWED: {
    means: 'Agreed prices of items or of shipping, or more units at such a price, take more off than the role may.',
    action: 'Order at the prices of now, or ask somebody with `orders.set-prices`.',
  },
  RESERVATION_ENDED: {
    status: 410,
    means: 'The order was cancelled before it was confirmed: its items are no longer reserved.',
    action: 'Order again.',
  },
  TOO_MANY_CONFIRMATIONS: {
    status: 429,
    means: 'The mail that asks to confirm this order, or mails to its address, were asked for too often.',
    action: 'Look into the mailbox and its spam folder, change the address, or try again in an hour.',
  },
  EMAIL_INVALID: {
    status: 422,
    means: 'What was typed as the new email address of an order is none.',
    action: 'Correct it and send the form again.',
  },
  TOO_MANY_LINKS: {
    status: 429,
    means: 'Fresh links to this order, or from this network, were asked for too often.',
    action: 'Try again in an hour.',
  },
  LOOKUP_INVALID: {
    status: 422,
    means: 'The form that asks for the link to an order lacks its number or a valid email address.',
    action: 'Correct it and send the form again.',
  },
  TOO_MANY_LOOKUPS: {
    status: 429,
    means:
      'Links to orders were asked for too often by number, from this network, with this number or in the whole shop.',
    action: 'Try again in an hour.',
  },
  TOO_MANY_REORDERS: {
    status: 429,
    means: 'The lines of this order were added to carts too often.',
    action: 'Try again in an hour.',
  },
  ORDER_UNCHANGED: { means: 'An action on several orders had nothing to change of this one.' },
  ORDER_NOT_FOUND: { means: 'No order has this number.', action: 'List the orders: `shop orders list`' },
  CANCEL_TOO_LATE: {
    status: 409,
    means: 'A shopper wanted to cancel an order that was sent, has ended, or whose cancellation the shop has declined.',
    action: 'Withdraw from the order once it has arrived, or contact the shop.',
  },
  CANCEL_WHILE_PAYING: {
    status: 409,
    means: 'A shopper wanted to cancel an order while a provider was asked for its money, and had not answered.',
    action: 'Try again in a few minutes.',
  },
  CANCELLATION_ANSWERED: {
    means: 'A request to cancel an order was to be declined, and was answered before, or there was none.',
    action: 'Look at the page of the order.',
  },
  CANCEL_NEEDS_REFUND: {
    means:
      'An order that is not fully paid has money that would go back, more than the role of who cancels it may refund.',
    action: 'Let somebody cancel it whose role allows refunds of this amount.',
  },
  STATUS_NOT_ALLOWED: {
    means:
      "The order's status does not allow this: only paid orders can be completed or refunded, only unpaid orders can be cancelled, only orders that await payment or are processed can be confirmed.",
    action: 'See its status: `shop orders show`',
  },
});
