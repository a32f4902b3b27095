import { z } from 'zod';
import { defineSettings } from '#platform/config/settings.ts';

export const comingSoonSettings = defineSettings(
  'coming-soon',
  z.strictObject({
    audience: z
      .enum(['nobody', 'staff', 'everyone'])
      .default('nobody')
      .describe(
        'Who sees the banner ‘Coming soon’ at the end of pages until they dismiss it; `staff`: who has the admin bar.',
      ),
    text: z
      .string()
      .trim()
      .max(300)
      .optional()
      .meta({ description: 'What the banner says.', 'x-default': 'that the shop opens soon' }),
    days: z.int().min(1).max(365).default(365).describe('Days for which a dismissed banner stays away.'),
  }),
);
