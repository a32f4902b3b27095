import { defineErrors } from '#platform/features/error-codes.ts';

export const gridErrors = defineErrors('Variations as a grid', {
  VARIATIONS_INVALID: {
    status: 422,
    means: 'A cell has a value that can’t be saved. Nothing was saved.',
    action: 'See `data.params`: what is wrong, by the id of the variation and the column, such as `12.salePrice`.',
  },
  VARIATIONS_CHANGED: {
    status: 409,
    means: 'Somebody else has changed the same cells meanwhile. Nothing was saved.',
    action: 'See `data.params`: what the cells have now. Send the value that is to stay, seen with that.',
  },
});
