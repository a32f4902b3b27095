import { defineErrors } from '#platform/features/error-codes.ts';

export const taxErrors = defineErrors('Taxes', {
  TAX_RATE_NOT_FOUND: { means: 'No tax rate has this id.', action: 'List the rates: `shop taxes list`.' },
});
