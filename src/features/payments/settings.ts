import { z } from 'zod';
import { defineSettings } from '#platform/config/settings.ts';

const text = z.string().min(1).max(100);

export const paymentSettings = defineSettings(
  'payments',
  z.strictObject({
    /** Bank account; bank transfer is not offered without it. */
    bankTransfer: z
      .strictObject({
        accountName: text,
        iban: text,
        bic: text.optional(),
        bank: text.optional(),
        /** Days to pay, in which the stock stays reserved. */
        dueDays: z.int().min(1).max(365).default(14),
      })
      .optional(),
  }),
);
