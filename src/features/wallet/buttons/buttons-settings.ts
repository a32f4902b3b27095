import type { Shop } from '#platform/features/shop.ts';
import { allowOrigins } from '#platform/pages/page-origins.ts';
import type { WalletButtonsSettings, WalletFunding, WalletPage } from '../contract.ts';
import { getWalletEndpoints } from '../provider/endpoints.ts';
import { isOrderedLater, toWalletLocale } from '../provider/orders.ts';
import { walletSettings } from '../settings.ts';
import { walletButtonsTexts as texts } from './texts.ts';
import { getWalletOrigins } from './wallet-origins.ts';

interface ButtonsPlace {
  readonly page: WalletPage;
  readonly flow: WalletButtonsSettings['flow'];
  /** Default: the shop's currency. */
  readonly currency?: string;
  /** Default: the wallet's own funding sources by the settings. */
  readonly fundings?: readonly WalletFunding[];
}

/**
 * Creates the settings of a place for buttons, and allows the provider's origins on its page. All places of a page
 * have the same SDK parameters: two different SDKs would replace each other.
 * @param title name of the wallet
 * @returns null when the shop has no wallet
 */
export function createButtonsSettings(
  shop: Shop,
  { page, flow, currency = shop.choices.currency, fundings }: ButtonsPlace,
  title: string,
): WalletButtonsSettings | null {
  const endpoints = getWalletEndpoints(shop);
  if (!endpoints) return null;
  allowOrigins(getWalletOrigins(endpoints));
  const { t, choices } = shop;
  const { cards, cardFields, applePay, googlePay, payLater, intent, merchantIds, errorMessages } =
    shop.settings(walletSettings);
  const later: readonly WalletFunding[] = payLater && page !== 'mini-cart' ? ['paylater'] : [];
  // Express buttons exist because the wallet knows the address. Shoppers who pay by card type their address anyway.
  const card: readonly WalletFunding[] = cards && !cardFields && flow !== 'express' ? ['card'] : [];
  const isCheckout = page === 'checkout';
  const components = [
    'buttons',
    ...(isCheckout && cards && cardFields ? ['card-fields'] : []),
    ...(isCheckout && applePay ? ['applepay'] : []),
    ...(isCheckout && googlePay ? ['googlepay'] : []),
    ...(payLater ? ['messages'] : []),
  ];
  const enabled = [...(payLater ? ['paylater'] : []), ...(cards ? ['card'] : [])];
  const queryParams = {
    ...{ 'client-id': endpoints.clientId, 'merchant-id': merchantIds, intent, currency },
    components: components.join(','),
    commit: String(!isOrderedLater(shop)),
    'enable-funding': enabled.join(','),
    locale: toWalletLocale(choices.locale)?.replace('-', '_') ?? '',
  };
  return {
    ...{ page, flow, fundings: fundings ?? ['paypal', ...later, ...card] },
    sdk: { baseUrl: endpoints.sdkUrl, queryParams, errorMessages },
    texts: {
      loadFailed: t(texts.loadFailed, { wallet: title }),
      outage: t(texts.outage, { wallet: title }),
      retry: t(texts.retry),
      noWindow: t(texts.noWindow, { wallet: title }),
      goOn: t(texts.goOn, { wallet: title }),
    },
  };
}
