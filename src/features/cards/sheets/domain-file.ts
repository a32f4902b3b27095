import { walletSettings } from '#features/wallet/index.ts';
import type { Page } from '#platform/pages/page.ts';

/** The file by which Apple verifies a domain on which the wallet account may show Apple Pay. */
export const domainFile: Page = {
  name: 'apple-pay-domain-file',
  path: '/.well-known/apple-developer-merchantid-domain-association',
  async load({ settings }) {
    const { applePayDomainFile: body } = settings(walletSettings);
    if (body === '') return { kind: 'missing' };
    return { kind: 'raw', type: 'text/plain; charset=utf-8', body, tags: [] };
  },
};
