import { defineErrors } from '#platform/features/error-codes.ts';

export const stockControlErrors = defineErrors('Stock control', {
  STOCKTAKE_UNKNOWN: { status: 404, means: 'The stocktake does not exist.' },
  CODE_UNKNOWN: { status: 422, means: 'No variation has the SKU or GTIN.' },
  CODE_AMBIGUOUS: { status: 422, means: 'Several stocks have the GTIN.', action: 'Use the SKU.' },
  CODE_NOT_COUNTED: {
    status: 422,
    means: 'The stock of the variation is not counted.',
    action: 'Switch counting on at its product.',
  },
  QUANTITY_INVALID: { status: 422, means: 'The quantity is no whole number.' },
  COUNT_FILE_REFUSED: {
    status: 422,
    means: 'A file with counts has rows that are not understood. Nothing of it was counted.',
    action: 'Correct the lines that the reply names, and send it again.',
  },
});
