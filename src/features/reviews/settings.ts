import { z } from 'zod';
import { defineSettings } from '#platform/config/settings.ts';

export const reviewSettings = defineSettings(
  'reviews',
  z.strictObject({
    starsRequired: z
      .boolean()
      .default(true)
      .describe('Whether who writes about a product has to give stars. Answers never have any.'),
    request: z
      .enum(['off', 'opt-in', 'opt-out'])
      .default('off')
      .describe(
        'Whether buyers are asked for reviews by email, once for each order: those who agreed at the checkout (`opt-in`), or all who did not refuse (`opt-out`). Each mail has a link that ends them. What arrives while it is `off` is never asked for later. In the European Union the request is advertising.',
      ),
    requestDays: z.int().min(0).max(90).default(7).describe('Days from delivery to the mail.'),
    transitDays: z
      .int()
      .min(0)
      .max(90)
      .default(7)
      .describe('Days that a parcel takes at most, where neither its arrival nor the days of its method are known.'),
    requestMaxDays: z
      .int()
      .min(1)
      .max(365)
      .default(60)
      .describe('Days from delivery after which nobody is asked any more.'),
    votesPerDay: z
      .int()
      .min(1)
      .max(10_000)
      .default(5)
      .describe('Votes on one review from one network on one day, of different visitors too.'),
  }),
);
