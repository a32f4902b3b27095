import { z } from 'zod';
import { defineSettings } from '#platform/config/settings.ts';

export const visitorSettings = defineSettings(
  'visitors',
  z.strictObject({
    /** Days after which a visitor who has written nothing more, and to whom nothing belongs, is forgotten. */
    keepDays: z.int().min(1).max(3_650).default(90),
  }),
);
