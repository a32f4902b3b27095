import { z } from 'zod';
import { flag, wholeNumber } from '#platform/config/setting-values.ts';
import { defineSettings } from '#platform/config/settings.ts';

export const reviewSettings = defineSettings(
  'reviews',
  z.strictObject({
    starsRequired: flag(true, 'Whether who writes about a product has to give stars. Answers never have any.'),
    request: z
      .enum(['off', 'opt-in', 'opt-out'])
      .default('off')
      .describe(
        'Whether buyers are asked for reviews by email, once for each order: those who agreed at the checkout (`opt-in`), or all who did not refuse (`opt-out`). Each mail has a link that ends them. What arrives while it is `off` is never asked for later. In the European Union the request is advertising.',
      ),
    requestDays: wholeNumber(7, { min: 0, max: 90 }).describe('Days from delivery to the mail.'),
    transitDays: wholeNumber(7, { min: 0, max: 90 }).describe(
      'Days that a parcel takes at most, where neither its arrival nor the days of its method are known.',
    ),
    requestMaxDays: wholeNumber(60, { min: 1, max: 365 }).describe(
      'Days from delivery after which nobody is asked any more.',
    ),
    votesPerDay: wholeNumber(5, { min: 1, max: 10_000 }).describe(
      'Votes on one review from one network on one day, of different visitors too.',
    ),
  }),
);
