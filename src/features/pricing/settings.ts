import { z } from 'zod';
import { defineSettings } from '#platform/config/settings.ts';

const settingsSchema = z.strictObject({
  taxes: z
    .strictObject({
      rounding: z
        .enum(['line', 'total'])
        .default('line')
        .describe('`line` rounds the taxes of each line, `total` the sum of each rate.'),
      basedOn: z
        .enum(['shipping', 'billing', 'shop'])
        .default('shipping')
        .describe(
          'Address whose rates apply: where the goods go (the billing address when nothing is shipped), the billing address, or the base address for every order.',
        ),
      otherZones: z
        .enum(['same-gross', 'same-net'])
        .default('same-gross')
        .describe(
          'What stays the same for prices with tax where other rates apply: `same-gross` the price, `same-net` the price without tax.',
        ),
      shippingClass: z
        .union([
          z.enum(['proportional', 'highest']),
          z.strictObject({ taxClass: z.string().regex(/^[a-z0-9_-]{1,200}$/) }),
        ])
        .default('proportional')
        .describe(
          'Tax of shipping: `proportional` divides it like the net price of the goods, `highest` has the highest rate of the goods, `{ taxClass }` is always of one class.',
        ),
    })
    .prefault({})
    .describe('How taxes are calculated.'),
  priceSuffix: z
    .string()
    .trim()
    .max(60)
    .default('')
    .describe('Shown after the prices of products, such as `incl. VAT, plus delivery`.'),
  showPriorPrices: z
    .boolean()
    .default(true)
    .describe('Whether a sale names the lowest price of the 30 days before it, as the law of the European Union asks.'),
});

export type PricingSettings = z.infer<typeof settingsSchema>;
/** How taxes are calculated, once their rates are known. */
export type TaxRules = Omit<PricingSettings['taxes'], 'basedOn'>;

export const pricingSettings = defineSettings('pricing', settingsSchema);
