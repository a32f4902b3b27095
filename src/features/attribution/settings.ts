import { z } from 'zod';
import { flag, wholeNumber } from '#platform/config/setting-values.ts';
import { defineSettings } from '#platform/config/settings.ts';

export const attributionSettings = defineSettings(
  'attribution',
  z.strictObject({
    isUsed: flag(
      true,
      'Whether the shop records where the shoppers of its orders came from. `false` also ignores what scripts send.',
    ),
    isAllowedByDefault: flag(
      true,
      'Whether it is allowed until a shopper refuses. `false`: a banner asks first, and nothing is stored without a yes, as the law of the European Union, the United Kingdom and Switzerland requires.',
    ),
    hasTracker: flag(
      true,
      "Whether the shop's own script does it. `false` where a script that the shop brought along does.",
    ),
    cookiePrefix: z
      .string()
      .regex(/^[a-z][a-z0-9]{0,19}$/i)
      .default('source')
      .describe(
        'Begins the names of the cookies: `source_current`, `source_session` and others. Scripts that are brought along have their own.',
      ),
    sessionMinutes: wholeNumber(30, { min: 5, max: 1_440 }).describe(
      'Minutes without a page after which a session ends.',
    ),
    lifetimeMonths: z
      .number()
      .min(0)
      .max(13)
      .nullable()
      .default(null)
      .describe(
        'Months for which the source of a shopper is known; 0.00001, and all that is less than half a minute: until the browser is closed. `null`: as long as the session.',
      ),
    ignoredReferrers: z
      .array(z.string().regex(/^[a-z0-9.-]{3,100}$/))
      .max(50)
      .default([
        ...['paypal.com', 'stripe.com', 'klarna.com', 'adyen.com', 'mollie.com', 'checkout.com', 'amazonpay.com'],
        ...['pay.google.com', 'cardinalcommerce.com'],
      ])
      .describe(
        'Hosts that are no source, with their subdomains: those to which shoppers go to pay, and sites of the shop.',
      ),
    keepDetailsDays: wholeNumber(400, { min: 1, max: 3_650 }).describe(
      'Days after which referrer, entry page, search term, time, pages and browser of an order are deleted. Its source and campaign stay.',
    ),
  }),
);

const minutesPerMonth = 30 * 24 * 60;

/**
 * Returns the minutes for which the source is remembered. 0: until the browser is closed. Null: as long as the
 * session.
 */
export function getSourceMinutes({ lifetimeMonths }: { readonly lifetimeMonths: number | null }): number | null {
  return lifetimeMonths === null ? null : Math.round(lifetimeMonths * minutesPerMonth);
}
