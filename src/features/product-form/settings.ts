import { z } from 'zod';
import { defineSettings } from '#platform/config/settings.ts';

export const productFormSettings = defineSettings(
  'productForm',
  z.strictObject({
    /**
     * How 'Buy now' reports a missing selection: in a dialog of the page or the browser's alert.
     */
    alerts: z.enum(['dialog', 'browser']).default('dialog'),
    buyNow: z.boolean().default(true),
    stickyBar: z.boolean().default(true),
    /**
     * Milliseconds from a reset until the product's first photograph returns, so that a quick new
     * choice doesn't flicker (spec 3.3/5, 9.3/3).
     */
    swatchesBoxResetTime: z.int().min(0).max(10_000).default(300),
  }),
);
