import { z } from 'zod';
import { defineSettings } from '#platform/config/settings.ts';

export const checkoutSettings = defineSettings(
  'checkout',
  z.strictObject({
    /** Path of the page with the terms; null: nobody is asked to agree. */
    termsPath: z.string().startsWith('/').nullable().default('/terms'),
    phone: z.enum(['required', 'optional', 'hidden']).default('optional'),
    company: z.enum(['optional', 'hidden']).default('optional'),
  }),
);
