import { z } from 'zod';
import { wholeNumber } from '#platform/config/setting-values.ts';
import { defineSettings } from '#platform/config/settings.ts';

export const visitorSettings = defineSettings(
  'visitors',
  z.strictObject({
    keepDays: wholeNumber(90, { min: 1, max: 3_650 }).describe(
      'Days after the last write until a visitor without cart and orders is deleted.',
    ),
  }),
);
