import { z } from 'zod';
import { flag } from '#platform/config/setting-values.ts';
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
      charged: flag(
        true,
        'Whether the shop charges tax. `false`, such as for a small business: no rate applies, and invoices have `notChargedText`.',
      ),
      notChargedText: z
        .string()
        .trim()
        .min(1)
        .max(300)
        .default('No VAT is charged: small business.')
        .describe('On invoices of a shop that charges no tax: the words that the law asks for.'),
      untaxedCountries: z
        .array(z.string().regex(/^[A-Z]{2}$/, 'expected two capital letters, such as US'))
        .max(300)
        .default([])
        .describe(
          'Countries outside the tax area, such as `US`: no rate is expected for them, and invoices say that the delivery is not taxed.',
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
  showPriorPrices: flag(
    true,
    'Whether a sale names the lowest price of the 30 days before it, as the law of the European Union asks.',
  ),
});

export type PricingSettings = z.infer<typeof settingsSchema>;
export type TaxRules = Pick<PricingSettings['taxes'], 'rounding' | 'otherZones' | 'shippingClass'>;

export const pricingSettings = defineSettings('pricing', settingsSchema);
