import { defineErrors } from '#platform/features/error-codes.ts';

export const withdrawalErrors = defineErrors('Withdrawals', {
  WITHDRAWAL_INVALID: {
    status: 422,
    means: 'A field of the declaration is missing or too long.',
    action: 'Correct the fields that the form names.',
  },
  TOO_MANY_WITHDRAWALS: {
    status: 429,
    means: 'Too many declarations were sent with this e-mail address, from this network or in the shop.',
    action: 'Try again in an hour, or write an e-mail.',
  },
  WITHDRAWAL_NOT_FOUND: {
    means: 'No withdrawal has this id.',
    action: 'List them: `shop withdrawals list`',
  },
});
