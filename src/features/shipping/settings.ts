import { z } from 'zod';
import { defineSettings } from '#platform/config/settings.ts';

const amount = z.int().min(0).max(1_000_000_000);

const flatRate = z.strictObject({
  /** `methodId:rest` (spec 3.4/10). */
  id: z
    .string()
    .max(100)
    .regex(/^\w+:.+$/, 'expected something like flat_rate:1'),
  title: z.string().min(1).max(200),
  /** Minor units. */
  amount,
  /** ISO 3166-1 alpha-2. Defaults to every country that the shop sells to. */
  countries: z.array(z.string().regex(/^[A-Z]{2}$/)).optional(),
  /** Items total from which shipping is free, in minor units. */
  freeFrom: amount.optional(),
});

export const shippingSettings = defineSettings(
  'shipping',
  z.strictObject({
    flatRates: z
      .array(flatRate)
      .refine((rates) => new Set(rates.map(({ id }) => id)).size === rates.length, {
        error: 'two rates have the same id',
      })
      .default([]),
  }),
);
