import { z } from 'zod';
import { defineSettings } from '#platform/config/settings.ts';

export const wishlistScriptSettings = defineSettings(
  'wishlist-script',
  z.strictObject({
    enabled: z
      .boolean()
      .default(true)
      .describe(
        "Whether the shop's own script serves wishlists. Off for a shop that brings a wishlist script along; pages of lists have what that does not do.",
      ),
  }),
);
