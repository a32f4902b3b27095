import { defineErrors } from '#platform/features/error-codes.ts';

export const productEditorErrors = defineErrors('Products in the back office', {
  VALUE_INVALID: {
    status: 422,
    means: 'The price or quantity can’t be read, or is not allowed. The message says why.',
  },
  PRODUCT_CHANGED: {
    status: 409,
    means: 'The value is not the one that was shown any more: somebody has changed it, or something was sold.',
    action: 'Load the list again.',
  },
});
