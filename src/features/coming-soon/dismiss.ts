import { z } from 'zod';
import { setCookie } from '#platform/http/security/cookies.ts';
import { defineMutation } from '#platform/mutations/mutation.ts';
import { dismissedCookie, dismissPath, restNonce } from './contract.ts';
import { comingSoonSettings } from './settings.ts';

const field = 'coming_soon_banner_dismissed';
const daySeconds = 24 * 60 * 60;

/** Accepts `{store_plugin}_meta` as an object in JSON, or as a form field with its full name. */
const dismissal = z
  .record(z.string().max(120), z.union([z.string().max(10), z.record(z.string().max(60), z.string().max(10))]))
  .refine(
    (fields) =>
      Object.entries(fields).some(([name, value]) =>
        typeof value === 'string' ? name.endsWith(`_meta[${field}]`) && value === 'yes' : value[field] === 'yes',
      ),
    { error: `expected ${field} to be yes` },
  );

/** Stores the dismissal in a cookie only: the server stores no data about the visitor. */
export const dismissBanner = defineMutation({
  name: 'coming-soon.dismiss',
  description: 'Dismisses the banner ‘Coming soon’ for this browser.',
  schema: dismissal,
  run: async ({ shop, reply }) => {
    const seconds = shop.settings(comingSoonSettings).days * daySeconds;
    setCookie(shop.config, reply, dismissedCookie, 'yes', { seconds, httpOnly: false });
    return { ok: true };
  },
  json: {
    path: ({ platformRest }) => dismissPath(platformRest),
    nonce: restNonce,
    response: z.strictObject({ dismissed: z.literal(true) }),
    success: () => ({ dismissed: true as const }),
  },
});
