import { z } from 'zod';
import { wholeNumber } from '#platform/config/setting-values.ts';
import { defineSettings } from '#platform/config/settings.ts';

export const runSettings = defineSettings(
  'runs',
  z.strictObject({
    keepDays: wholeNumber(90, { min: 1, max: 3_650 }).describe(
      'Days until a run is deleted with its results, and can’t be undone any more. The audit stays.',
    ),
  }),
);
