import { z } from 'zod';
import { defineSettings } from '#platform/config/settings.ts';

const anHour = z.int().min(1).max(1_000_000).nullable();

export const checkoutSettings = defineSettings(
  'checkout',
  z.strictObject({
    /** Path of the page with the terms; null: nobody is asked to agree. */
    termsPath: z.string().startsWith('/').nullable().default('/terms'),
    phone: z.enum(['required', 'optional', 'hidden']).default('optional'),
    company: z.enum(['optional', 'hidden']).default('optional'),
    /** Orders that can be placed in one hour by one visitor, from one network address, …; null: any number. */
    ordersPerHour: z
      .strictObject({
        visitor: anHour.default(10),
        address: anHour.default(20),
        email: anHour.default(5),
        /** Of the e-mail address. */
        domain: anHour.default(300),
        /** In the whole shop. */
        all: anHour.default(2000),
      })
      .prefault({}),
  }),
);
