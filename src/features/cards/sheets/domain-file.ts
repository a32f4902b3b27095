import { walletSettings } from '#features/wallet/index.ts';
import type { Page } from '#platform/pages/page.ts';

/** By this file Apple recognizes a domain that the account of the wallet may show Apple Pay on. */
export const domainFile: Page = {
  name: 'apple-pay-domain-file',
  path: '/.well-known/apple-developer-merchantid-domain-association',
  async load({ settings }) {
    const { applePayDomainFile: body } = settings(walletSettings);
    if (body === '') return { kind: 'missing' };
    return { kind: 'raw', type: 'text/plain; charset=utf-8', body, tags: [] };
  },
};
