import { z } from 'zod';
import { defineSettings } from '#platform/config/settings.ts';

export const manualOrderSettings = defineSettings(
  'manual-orders',
  z.strictObject({
    quoteDays: z
      .int()
      .min(1)
      .max(365)
      .default(14)
      .describe('Days in which a quote can be accepted, unless whoever sends it chooses others.'),
    keepDays: z
      .int()
      .min(1)
      .max(3_650)
      .default(180)
      .describe(
        'Days after which a draft that nobody has changed or placed is erased, and a quote after its last day. Orders stay.',
      ),
  }),
);
