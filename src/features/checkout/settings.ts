import { z } from 'zod';
import { defineSettings } from '#platform/config/settings.ts';

const anHour = z.int().min(1).max(1_000_000).nullable();

export const checkoutSettings = defineSettings(
  'checkout',
  z.strictObject({
    /** Path of the terms page; null removes the terms checkbox. */
    termsPath: z.string().startsWith('/').nullable().default('/terms'),
    phone: z.enum(['required', 'optional', 'hidden']).default('optional'),
    company: z.enum(['optional', 'hidden']).default('optional'),
    /** Maximum number of orders in one hour, by what they have in common; null for no limit. */
    ordersPerHour: z
      .strictObject({
        visitor: anHour.default(10),
        address: anHour.default(20),
        email: anHour.default(5),
        /** Domain of the e-mail address. */
        domain: anHour.default(300),
        /** The whole shop. */
        all: anHour.default(2000),
      })
      .prefault({}),
  }),
);
