import { defineErrors } from '#platform/features/error-codes.ts';

export const customerErrors = defineErrors('Customers', {
  CUSTOMER_NOT_FOUND: {
    means: 'No customer has this email address.',
    action: 'Check the address. Guests are no customers.',
  },
  PERSON_GONE: {
    means: 'The account or the guest of the page does not exist any more.',
    action: 'Look for the person in the list of customers.',
  },
});
