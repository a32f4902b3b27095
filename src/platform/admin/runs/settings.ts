import { z } from 'zod';
import { defineSettings } from '#platform/config/settings.ts';

export const runSettings = defineSettings(
  'runs',
  z.strictObject({
    keepDays: z
      .int()
      .min(1)
      .max(3_650)
      .default(90)
      .describe('Days until a run is deleted with its results, and can’t be undone any more. The audit stays.'),
  }),
);
