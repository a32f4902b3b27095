import { z } from 'zod';
import { defineSettings } from '#platform/config/settings.ts';

const text = z.string().min(1).max(100);

export const paymentSettings = defineSettings(
  'payments',
  z.strictObject({
    /** Absent: no payment by bank transfer. */
    bankTransfer: z
      .strictObject({
        accountName: text,
        iban: text,
        bic: text.optional(),
        bank: text.optional(),
        /** How long the pieces are kept. */
        dueDays: z.int().min(1).max(365).default(14),
      })
      .optional(),
  }),
);
