import { z } from 'zod';
import { defineSettings } from '#platform/config/settings.ts';

export const productFormSettings = defineSettings(
  'product-form',
  z.strictObject({
    alerts: z
      .enum(['dialog', 'browser'])
      .default('dialog')
      .describe("How 'Buy now' reports a missing selection: in a `dialog` of the page or the `browser`'s alert."),
    buyNow: z.boolean().default(true).describe("Whether products have a 'Buy now' button that leads to the checkout."),
    stickyBar: z
      .boolean()
      .default(true)
      .describe('Whether a bar with the add-to-cart button is shown while that button is out of view.'),
    /** The delay avoids a flicker when another choice follows quickly. */
    swatchesBoxResetTime: z
      .int()
      .min(0)
      .max(10_000)
      .default(300)
      .describe("Milliseconds from a reset of the selection until the product's first image returns."),
  }),
);
