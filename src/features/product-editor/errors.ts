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
  STOCK_FORBIDDEN: { status: 403, means: 'The caller may change products, but not their stock.' },
  PRODUCT_UNCHANGED: { status: 409, means: 'The product has these values already, so nothing was changed.' },
  PRODUCT_INVALID: {
    status: 422,
    means: 'The product can’t be saved with the change. The message has the reason.',
    action: 'Correct the product on its page first.',
  },
  NO_PRICE: { status: 409, means: 'Nothing of the product has a price that the action could change.' },
  TOO_MANY_PRICES: {
    status: 409,
    means: 'The product has more prices than the audit keeps, so the action can’t be undone.',
    action: 'Change them in the grid of its variations.',
  },
  PRICE_NEGATIVE: { status: 422, means: 'The formula makes a price negative.', action: 'Use another formula.' },
  PRODUCT_NOT_VARIABLE: { status: 409, means: 'Only a product with options has variations.' },
  TOO_MANY_VARIATIONS: {
    status: 422,
    means: 'The options have more combinations than a product may have variations.',
    action: 'Choose fewer values.',
  },
});
