import { z } from 'zod';
import { defineSettings } from '#platform/config/settings.ts';

export const vatNumberSettings = defineSettings(
  'vat-numbers',
  z.strictObject({
    field: z
      .enum(['hidden', 'optional'])
      .default('hidden')
      .describe('Whether the checkout asks businesses for their VAT number. It changes no taxes.'),
  }),
);
