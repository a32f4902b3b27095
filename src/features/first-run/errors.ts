import { defineErrors } from '#platform/features/error-codes.ts';

export const firstRunErrors = defineErrors('First run', {
  FIRST_RUN_LINK_NOT_VALID: {
    status: 410,
    means: 'The link of the first run was used, was replaced by a newer one, or the shop has an owner.',
    action: 'Sign in as the owner; without one, print a new link: `shop staff first-owner`, or start the shop again.',
  },
  FIRST_RUN_FORM_INVALID: {
    status: 422,
    means: 'A field of the first run is missing or not valid.',
    action: 'Correct the fields that the form names.',
  },
  TOO_MANY_FIRST_RUNS: {
    status: 429,
    means: 'The form of the first run was sent too often from this network.',
    action: 'Try again in an hour.',
  },
  OWNER_EXISTS: {
    means: 'The shop has an owner, so there is no first run.',
    action: 'Owners let others in: `/admin/staff`.',
  },
  SHOP_DETAILS_REFUSED: {
    status: 409,
    means:
      'The details could not be stored: currency, entry of taxes or base address are fixed since a product or an order exists, or a setting overlaps.',
    action: 'The message says which.',
  },
});
