import { walletSettings } from '#features/wallet/index.ts';
import type { Shop } from '#platform/features/shop.ts';

type Settings = Pick<Shop, 'settings'>;

/** Creates the `payment_source` of the provider's order. The card itself is typed into the provider's iframes. */
export function createCardSource(
  shop: Settings,
  urls: { readonly returnUrl?: string; readonly cancelUrl?: string } = {},
): object {
  const { returnUrl, cancelUrl } = urls;
  const context =
    returnUrl && cancelUrl ? { experience_context: { return_url: returnUrl, cancel_url: cancelUrl } } : {};
  return { card: { attributes: createVerification(shop), ...context } };
}

/** Tells the provider when the bank of a card is asked by 3-D Secure. */
export function createVerification({ settings }: Settings): object {
  const method = settings(walletSettings).threeDSecure === 'always' ? 'SCA_ALWAYS' : 'SCA_WHEN_REQUIRED';
  return { verification: { method } };
}
