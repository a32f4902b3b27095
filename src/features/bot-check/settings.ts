import { z } from 'zod';
import { wholeNumber } from '#platform/config/setting-values.ts';
import { defineSettings } from '#platform/config/settings.ts';

export const botCheckSettings = defineSettings(
  'bot-check',
  z.strictObject({
    use: z
      .string()
      .min(1)
      .max(50)
      .nullable()
      .default('proof-of-work')
      .describe(
        'Id of the check for requests that look like abuse: `proof-of-work`, or that of a service (`docs/extension-points.md`); `null` for none. Limits hold in any case.',
      ),
    minScore: z
      .number()
      .min(0)
      .max(1)
      .default(0.5)
      .describe('Score that a service with a score must give: 1 is a person, 0 a program.'),
    failedPayments: wholeNumber(3, { min: 1, max: 1_000 }).describe(
      'Payments of one visitor, customer or network that fail in an hour before paying asks for the check: many that fail are a test of stolen cards.',
    ),
    orderLimitPercent: wholeNumber(50, { min: 0, max: 100 }).describe(
      'Percent of a limit of `checkout.ordersPerHour` that are used up before the checkout asks for the check.',
    ),
    iterations: wholeNumber(5_000, { min: 100, max: 100_000 }).describe(
      'Work of the proof of work: a phone needs some seconds for 5,000. More is slower for everybody.',
    ),
  }),
);
