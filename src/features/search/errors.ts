import { defineErrors } from '#platform/features/error-codes.ts';

export const searchErrors = defineErrors('Search', {
  SYNONYM_NOT_FOUND: {
    means: 'No synonym has all these words.',
    action: 'List the synonyms: `shop search synonyms list`.',
  },
  SYNONYM_FILE_INVALID: {
    means: 'A row of the file is no synonym, or the file has none. Nothing was changed.',
    action: 'Correct the rows that the command names, and import the file again.',
  },
});
