import { z } from 'zod';
import { defineSettings } from '#platform/config/settings.ts';

export const importSettings = defineSettings(
  'import-office',
  z.strictObject({
    maxMegabytes: z.int().min(1).max(500).default(50).describe('Megabytes of a file that staff import.'),
    maxRows: z
      .int()
      .min(100)
      .max(100_000)
      .default(50_000)
      .describe('Rows of a file that staff import. The command `import products` takes more.'),
    maxStoredMegabytes: z
      .int()
      .min(10)
      .max(100_000)
      .default(1_000)
      .describe('Megabytes that all files of imports may have together.'),
    keepDays: z
      .int()
      .min(1)
      .max(3_650)
      .default(90)
      .describe('Days until an import is deleted with its file, and can’t be undone any more.'),
  }),
);
