import { defineErrors } from '#platform/features/error-codes.ts';

export const personalDataErrors = defineErrors('Personal data', {
  STAFF_ACCOUNT: {
    status: 409,
    means: 'The account opens the back office, so it is not deleted.',
    action: 'Take the back office from it first: `/admin/staff`.',
  },
});
