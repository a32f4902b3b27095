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
  STOCK_UNKNOWN: { means: 'The stock does not exist any more.' },
  STOCK_FULL: { means: 'The stock would have more units than 2,147,483,647.' },
  TOO_MANY_RECEIVED: { means: 'A line of a delivery would have more units than 9,999,999.' },
  STOCK_UNCHANGED: { means: 'The difference is 0.' },
  STOCK_NOTE_MISSING: { means: 'Another reason needs a note.', action: 'Say in the note what happened.' },
  STOCK_LEVEL_SAME: { means: 'The stock has this low-stock level already.' },
  STOCK_LEVEL_CHANGED: { means: 'Undoing: the low-stock level has been changed since.' },
  COUNT_GONE: { means: 'The row of the stocktake does not exist any more, or is not applied.' },
  COUNT_APPLIED: { means: 'The row of the stocktake is applied already.' },
  COUNT_EQUAL: { means: 'What was counted agrees with the book.' },
  DELIVERY_GONE: { means: 'The expected delivery does not exist any more.' },
  DELIVERY_UNCHANGED: { means: 'The expected delivery is closed, or open, already.' },
  DELIVERY_CLOSED: { means: 'The expected delivery is closed.', action: 'Reopen it first.' },
  NOTHING_RECEIVED: { means: 'No units were entered.', action: 'Enter what has come.' },
});
