import { defineErrors } from '#platform/features/error-codes.ts';

export const withdrawalErrors = defineErrors('Withdrawals', {
  WITHDRAWAL_INVALID: {
    status: 422,
    means: 'A field of the declaration is missing or too long.',
    action: 'Correct the fields that the form names.',
  },
  TOO_MANY_WITHDRAWALS: {
    status: 429,
    means: 'Too many declarations were sent with this email address, from this network or in the shop.',
    action: 'Try again in an hour, or write an email.',
  },
  WITHDRAWAL_MATCHED: { means: 'The withdrawal is assigned to an order already.' },
  ORDER_NOT_BINDING: { means: 'The order was neither confirmed nor paid: there is no contract to withdraw from.' },
  WITHDRAWAL_CLOSED: { means: 'The withdrawal was closed before.' },
  WITHDRAWAL_UNMATCHED: { means: 'The withdrawal belongs to no order, so it has no lines.' },
  UNITS_NOT_LEFT: {
    means: 'More units of a line than were bought, less those that were given back or are in another open withdrawal.',
  },
  UNITS_NOT_WITHDRAWN: { means: 'More units came back than the withdrawal is about.' },
  WITHDRAWAL_NOT_FOUND: {
    means: 'No withdrawal has this id.',
    action: 'List them: `shop withdrawals list`',
  },
});
