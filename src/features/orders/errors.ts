import { defineErrors } from '#platform/features/error-codes.ts';

export const orderErrors = defineErrors('Orders', {
  ORDER_NOT_FOUND: { means: 'No order has this number.', action: 'List the orders: `shop orders list`' },
  STATUS_NOT_ALLOWED: {
    means:
      "The order's status does not allow this: only paid orders can be completed or refunded, only unpaid orders can be cancelled, only orders that await payment or are processed can be confirmed.",
    action: 'See its status: `shop orders show`',
  },
});
