import type { PageOrigins } from '#platform/http/security/policy-headers.ts';
import type { WalletEndpoints } from '../provider/endpoints.ts';

/**
 * Returns the origins that pages with buttons must allow, for `allowOrigins` and `mini-cart.origins`. `form` is
 * needed without script, where a form of the shop redirects to the wallet's page.
 */
export function getWalletOrigins({ kind, sdkUrl }: Pick<WalletEndpoints, 'kind' | 'sdkUrl'>): PageOrigins {
  const own = new URL(sdkUrl).origin;
  if (kind === 'test')
    return { script: [own], frame: [own], connect: [own], image: [own], form: [own], hasInlineStyles: true };
  const pages = 'https://*.paypal.com';
  const files = 'https://*.paypalobjects.com';
  const origins = { script: [own], frame: [pages], connect: [pages, files], image: [pages, files], form: [pages] };
  return { ...origins, hasInlineStyles: true };
}
