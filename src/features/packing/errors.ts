import { defineErrors } from '#platform/features/error-codes.ts';

export const packingErrors = defineErrors('Packing', {
  PACKED_ORDER_NOT_SHIPPED: {
    status: 409,
    means: 'The order that was packed can’t be shipped: somebody else has shipped or cancelled it meanwhile.',
    action: 'Open the order and see what happened.',
  },
});
