import { z } from 'zod';
import { wholeNumber } from '#platform/config/setting-values.ts';
import { defineSettings } from '#platform/config/settings.ts';

export const importSettings = defineSettings(
  'import-office',
  z.strictObject({
    maxMegabytes: wholeNumber(50, { min: 1, max: 500 }).describe('Megabytes of a file that staff import.'),
    maxRows: wholeNumber(50_000, { min: 100, max: 100_000 }).describe(
      'Rows of a file that staff import. The command `import products` takes more.',
    ),
    maxStoredMegabytes: wholeNumber(1_000, { min: 10, max: 100_000 }).describe(
      'Megabytes that all files of imports may have together.',
    ),
    keepDays: wholeNumber(90, { min: 1, max: 3_650 }).describe(
      'Days until an import is deleted with its file, and can’t be undone any more.',
    ),
  }),
);
