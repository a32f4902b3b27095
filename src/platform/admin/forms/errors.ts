import { defineErrors } from '#platform/features/error-codes.ts';

export const formErrors = defineErrors('Forms of the back office', {
  FORM_INVALID: {
    status: 422,
    means: 'Fields can’t be saved like this. `params` has the first problem of each field by its path.',
    action: 'Correct them and save again.',
  },
  FORM_CONFLICT: {
    status: 409,
    means: 'Somebody else saved other values of the same fields meanwhile. `params` has their values by path.',
    action: 'Load the object again, and save with its version.',
  },
});
