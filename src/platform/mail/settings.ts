import { z } from 'zod';
import { wholeNumber } from '#platform/config/setting-values.ts';
import { defineSettings } from '#platform/config/settings.ts';

export const mailSettings = defineSettings(
  'mail',
  z.strictObject({
    /** Must be more than four days, the time until the last attempt to send a mail. */
    keepDays: wholeNumber(90, { min: 7, max: 3_650 }).describe(
      'Days until a sent or refused mail is deleted, with its file in the outbox.',
    ),
    unprovenPerDay: wholeNumber(3, { min: 0, max: 1_000 }).describe(
      'Mails with typed text in a day to one address that anybody may have typed: copies for senders of contact forms, of which no more are sent, and mails about orders, which then have nothing that was typed. An address is proved by signing in with it, or by a confirmed order of the same browser.',
    ),
  }),
);
