import { z } from 'zod';
import { defineSettings } from '#platform/config/settings.ts';

export const productFormSettings = defineSettings(
  'productForm',
  z.strictObject({
    /** What a button that leads straight to the checkout says when nothing is chosen yet: in a dialog of the page's, or the browser's own. */
    alerts: z.enum(['dialog', 'browser']).default('dialog'),
    buyNow: z.boolean().default(true),
    stickyBar: z.boolean().default(true),
    /** Milliseconds from a reset until the product's own photograph comes back: who resets to choose anew sees no flicker (spec 3.3/5, 9.3/3). */
    swatchesBoxResetTime: z.int().min(0).max(10_000).default(300),
  }),
);
