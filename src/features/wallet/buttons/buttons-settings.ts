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
  /** Default: the shop's. */
  readonly currency?: string;
  /** Default: those of the wallet. */
  readonly fundings?: readonly WalletFunding[];
}

/**
 * Makes what a place for buttons prints, and lets its page load them. All places of a page have the same parameters, so
 * that they share the SDK: two sets would replace each other.
 * @param title of the wallet
 * @returns null where the shop has no wallet
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
  // Express buttons are there for the wallet's address. Who pays by card types it anyway.
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
