import { walletSettings } from '#features/wallet/index.ts';
import type { Shop } from '#platform/features/shop.ts';

/** Who pays, as the provider's order says it. The card itself is typed into the provider's frames. */
export function createCardSource(
  { settings }: Pick<Shop, 'settings'>,
  urls: { readonly returnUrl?: string; readonly cancelUrl?: string } = {},
): object {
  const method = settings(walletSettings).threeDSecure === 'always' ? 'SCA_ALWAYS' : 'SCA_WHEN_REQUIRED';
  const { returnUrl, cancelUrl } = urls;
  const context =
    returnUrl && cancelUrl ? { experience_context: { return_url: returnUrl, cancel_url: cancelUrl } } : {};
  return { card: { attributes: { verification: { method } }, ...context } };
}
