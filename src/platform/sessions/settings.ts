import { z } from 'zod';
import { defineSettings } from '#platform/config/settings.ts';

export const visitorSettings = defineSettings(
  'visitors',
  z.strictObject({
    /** Days after the last write until a visitor who owns nothing is deleted. */
    keepDays: z.int().min(1).max(3_650).default(90),
  }),
);
