import { z } from 'zod';
import { defineSettings } from '#platform/config/settings.ts';

export const orderSettings = defineSettings(
  'orders',
  z.strictObject({
    /** How long pieces are kept for an order whose payment was begun. */
    pendingMinutes: z
      .int()
      .min(5)
      .max(7 * 24 * 60)
      .default(60),
  }),
);
