import { z } from 'zod';
import { defineSettings } from '#platform/config/settings.ts';

export const mailSettings = defineSettings(
  'mail',
  z.strictObject({
    /** Days after which a mail that was sent or refused is forgotten. Not before its job's last try, four days later. */
    keepDays: z.int().min(7).max(3_650).default(90),
  }),
);
