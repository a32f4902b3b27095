import { defineErrors } from '#platform/features/error-codes.ts';

export const stockErrors = defineErrors('Stock', {
  VARIATION_NOT_FOUND: { means: 'The variation no longer exists.' },
});
