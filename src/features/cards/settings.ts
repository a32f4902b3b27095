import { z } from 'zod';
import { defineSettings } from '#platform/config/settings.ts';

const schema = z.strictObject({
  testDeclines: z
    .int()
    .min(2)
    .max(1000)
    .nullable()
    .default(6)
    .describe(
      'Declined tries of small amounts in an hour after which a network may not pay by card for the rest of it, unless more than half as many of its payments have succeeded; `null` for no limit. Who tests stolen cards tries many.',
    ),
  smallAmount: z
    .int()
    .min(1)
    .max(100_000_000)
    .default(3000)
    .describe('Amounts up to this one, in minor units, count as small: tests of cards are.'),
});

export const cardSettings = defineSettings('cards', schema);
