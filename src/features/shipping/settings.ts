import { z } from 'zod';
import { defineSettings } from '#platform/config/settings.ts';

const amount = z.int().min(0).max(1_000_000_000);

const flatRate = z.strictObject({
  /** Spec 3.4/10. */
  id: z
    .string()
    .max(100)
    .regex(/^\w+:.+$/, 'expected something like flat_rate:1')
    .describe('Unique; method and rest, such as `flat_rate:1`.'),
  title: z.string().min(1).max(200).describe('Shown at checkout.'),
  amount: amount.describe('In minor units: 690 is 6.90.'),
  countries: z
    .array(z.string().regex(/^[A-Z]{2}$/))
    .optional()
    .meta({ description: 'ISO 3166-1 alpha-2 codes.', 'x-default': 'all that the shop sells to' }),
  freeFrom: amount.optional().describe('Total of the items from which shipping is free, in minor units.'),
  pickup: z.boolean().default(false).describe('Picked up at the shop: taxed at the address of the shop.'),
});

export const shippingSettings = defineSettings(
  'shipping',
  z.strictObject({
    flatRates: z
      .array(flatRate)
      .refine((rates) => new Set(rates.map(({ id }) => id)).size === rates.length, {
        error: 'two flat rates have the same id; give each its own',
      })
      .default([])
      .describe('Rates in the order of display. Without one, only what needs no shipping can be ordered.'),
  }),
);
