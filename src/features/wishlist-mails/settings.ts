import { z } from 'zod';
import { defineSettings } from '#platform/config/settings.ts';

export const wishlistMailSettings = defineSettings(
  'wishlist-mails',
  z.strictObject({
    days: z.int().min(1).max(90).default(7).describe('Days between two mails with wishlist news to one customer.'),
  }),
);
