import { z } from 'zod';
import { flag, wholeNumber } from '#platform/config/setting-values.ts';
import { defineSettings } from '#platform/config/settings.ts';

export const productFormSettings = defineSettings(
  'product-form',
  z.strictObject({
    alerts: z
      .enum(['dialog', 'browser'])
      .default('dialog')
      .describe("How 'Buy now' reports a missing selection: in a `dialog` of the page or the `browser`'s alert."),
    buyNow: flag(true, "Whether products have a 'Buy now' button that leads to the checkout."),
    stickyBar: flag(true, 'Whether a bar with the add-to-cart button is shown while that button is out of view.'),
    /** The delay avoids a flicker when another choice follows quickly. */
    swatchesBoxResetTime: wholeNumber(300, { min: 0, max: 10_000 }).describe(
      "Milliseconds from a reset of the selection until the product's first image returns.",
    ),
  }),
);
