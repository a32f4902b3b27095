import { z } from 'zod';
import { wholeNumber } from '#platform/config/setting-values.ts';
import { defineSettings } from '#platform/config/settings.ts';

export const consentSettings = defineSettings(
  'consent',
  z.strictObject({
    days: wholeNumber(180, { min: 1, max: 365 }).describe(
      'Days for which an answer is kept. Then the shopper is asked again.',
    ),
    policyPath: z
      .string()
      .max(200)
      .regex(/^\/(?!\/)/)
      .nullable()
      .default(null)
      .describe('Path of the privacy policy, which the banner and the page of the settings link to.'),
  }),
);
