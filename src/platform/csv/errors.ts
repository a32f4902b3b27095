import { defineErrors } from '#platform/features/error-codes.ts';

export const csvErrors = defineErrors('CSV files', {
  UNREADABLE: {
    level: 'error',
    means:
      'The rest of the file is unreadable (a row over 4 MB), its header has none of the required columns, or its encoding is not certain: then nothing was read.',
    action: 'Earlier rows are imported. Fix the file, or save it as UTF-8, and import it again.',
  },
  BROKEN_ROW: {
    level: 'error',
    means: 'A quote is misplaced, or the row has more cells than the header.',
    action: 'The message says which.',
  },
  UNKNOWN_COLUMN: { level: 'warning', means: 'The shop does not support this column or its unit.' },
  COLUMN_TWICE: {
    level: 'error',
    means: 'Two columns have the same header or meaning. Nothing was imported.',
    action: 'Remove one of them.',
  },
  ENCODING_GUESSED: {
    level: 'warning',
    means: 'The file is not UTF-8. Its encoding was recognised from its letters; the message shows some words.',
    action: 'If the words are wrong, save the file as UTF-8, or say its encoding.',
  },
  NOT_UTF8: {
    level: 'warning',
    means:
      'A file in UTF-8 has lines that are not; the message names the first. A broken letter becomes �; a line in Latin-1 is read as such.',
    action: 'Check the letters of these lines.',
  },
  BAD_VALUE: {
    level: 'error',
    means: 'A cell is invalid or not allowed. As a warning: only this cell was skipped.',
    action: 'The message says what is expected.',
  },
  TWICE_IN_FILE: {
    level: 'error',
    means: 'An earlier line has the same product or rate.',
    action: 'Keep one of them.',
  },
});

export type CsvCode = keyof typeof csvErrors.codes;
