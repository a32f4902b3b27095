import { z } from 'zod';
import { defineSettings } from '#platform/config/settings.ts';

export const visitorSettings = defineSettings(
  'visitors',
  z.strictObject({
    keepDays: z
      .int()
      .min(1)
      .max(3_650)
      .default(90)
      .describe('Days after the last write until a visitor without cart and orders is deleted.'),
  }),
);
