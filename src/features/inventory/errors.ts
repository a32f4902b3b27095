import { defineErrors } from '#platform/features/error-codes.ts';

export const stockErrors = defineErrors('Stock', {
  VARIATION_NOT_FOUND: { means: 'The variation no longer exists.' },
  STOCK_NOT_MANAGED: { means: 'The stock is not counted.', action: 'Count it: `shop stock count <sku> <quantity>`' },
  STOCK_HELD: {
    means: 'Fewer units were counted than belong to orders.',
    action: 'Cancel or refund orders until the rest fits, then count again.',
  },
});
