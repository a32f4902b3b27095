import { defineErrors } from '#platform/features/error-codes.ts';

export const shippingErrors = defineErrors('Shipping', {
  ZONE_NOT_FOUND: { means: 'No zone has this name or number.', action: 'List the zones: `shop shipping zones list`.' },
  METHOD_NOT_FOUND: {
    means: 'The zone has no method with this id.',
    action: 'List the methods: `shop shipping methods list`.',
  },
  EDIT_REFUSED: {
    status: 422,
    means: 'The zones can’t be in this order: only the last one may be everywhere else.',
    action: 'Give the zone places first.',
  },
  UNDO_TOO_LATE: {
    status: 409,
    means: 'The zones were changed since, so the removal can’t be undone.',
    action: 'Add the zone or the method again.',
  },
  NO_ZONE: { means: 'No zone has the address.', action: 'Choose another address. `shop shipping zones add`.' },
  NO_METHODS: {
    means: 'The zone of the address has no methods: the shop does not ship there.',
    action: 'Choose another address. `shop shipping methods add`.',
  },
  MINIMUM_NOT_REACHED: {
    means: 'The method has a minimum of the items; the message says how much is missing.',
    action: 'Add items, or choose another method.',
  },
  COUPON_REQUIRED: { means: 'The method needs a coupon with free shipping.', action: 'Choose another method.' },
  OUTSIDE_TABLE: {
    means: "No row of the method's table has the weight, total or number of the items.",
    action: 'Order less at a time. `shop shipping methods set`.',
  },
  COST_UNDEFINED: {
    means: "The method's formula divides by zero for these items, or its result is too large.",
    action: 'Correct the formula; `shop shipping test`.',
  },
});
