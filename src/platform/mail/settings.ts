import { z } from 'zod';
import { defineSettings } from '#platform/config/settings.ts';

export const mailSettings = defineSettings(
  'mail',
  z.strictObject({
    /**
     * Days until a sent or refused mail is deleted. More than four, the time of its job's last
     * attempt.
     */
    keepDays: z.int().min(7).max(3_650).default(90),
  }),
);
