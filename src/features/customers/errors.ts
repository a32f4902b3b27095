import { defineErrors } from '#platform/features/error-codes.ts';

export const customerErrors = defineErrors('Customers', {
  CUSTOMER_NOT_FOUND: {
    means: 'No customer has this e-mail address.',
    action: 'Check the address. Guests are no customers.',
  },
});
