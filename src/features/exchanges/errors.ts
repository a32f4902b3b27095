import { defineErrors } from '#platform/features/error-codes.ts';

export const exchangeErrors = defineErrors('Exchanges', {
  ORDER_NOT_EXCHANGEABLE: {
    means:
      'Items of an order are exchanged once it is paid and something of it was shipped, as long as its money stays.',
    action: 'Change an order before its shipment instead. For items that were paid for nothing, replace them.',
  },
  EXCHANGE_UNITS_LEFT: {
    means:
      'More units were to come back than were shipped and neither refunded nor replaced, or none. Somebody else may have done it just now.',
    action: 'Open the page again: it offers what can be exchanged.',
  },
  EXCHANGE_EMPTY: {
    means: 'An exchange names nothing that goes out instead.',
    action: 'Choose it, or refund the items.',
  },
  EXCHANGE_PRICES_DIFFER: {
    means:
      'The order has another currency than the shop, or its prices were entered the other way, with or without tax.',
    action: 'Refund the items, and place a new order.',
  },
  EXCHANGE_WITHOUT_VALUE: {
    means: 'Nothing is left of what was paid for the items that come back, so there is nothing to carry over.',
    action: 'Replace them for nothing, or place a new order.',
  },
  EXCHANGE_ORDER_ERASED: {
    means: 'The personal data of the order were deleted, so it has no address to which something could be sent.',
    action: 'Place a new order with the address.',
  },
  ARRIVAL_NOT_EXPECTED: {
    means:
      'More units were to arrive than are exchanged and did not arrive yet, none, or more to go to stock than arrived. Somebody else may have recorded them just now.',
    action: 'Open the page again: it offers what is still expected.',
  },
});
