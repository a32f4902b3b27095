import { z } from 'zod';
import { defineSettings } from '#platform/config/settings.ts';

export const mailSettings = defineSettings(
  'mail',
  z.strictObject({
    /** More than four days, the time of the last attempt to send. */
    keepDays: z
      .int()
      .min(7)
      .max(3_650)
      .default(90)
      .describe('Days until a sent or refused mail is deleted, with its file in the outbox.'),
  }),
);
