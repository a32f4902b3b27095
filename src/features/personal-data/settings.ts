import { z } from 'zod';
import { defineSettings } from '#platform/config/settings.ts';

export const personalDataSettings = defineSettings(
  'personal-data',
  z.strictObject({
    undoDays: z
      .int()
      .min(0)
      .max(30)
      .default(7)
      .describe('Days in which a customer who has asked to delete the account can keep it; 0 deletes it at once.'),
  }),
);
