import { createButtonsSettings, getWalletEndpoints, wallet } from '#features/wallet/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { PageOrigins } from '#platform/http/security/policy-headers.ts';
import { allowOrigins } from '#platform/pages/page-origins.ts';
import type { SheetId, SheetSettings } from '../contract.ts';
import { isSheetOffered } from './sheet-providers.ts';

/**
 * Origins that Google's script loads from. The browser fetches the manifest of the payment method from hosts of
 * Google, which the directive for connections covers. Apple's sheet is part of the browser.
 */
const googleOrigins: PageOrigins = {
  script: ['https://pay.google.com'],
  frame: ['https://pay.google.com'],
  connect: ['https://pay.google.com', 'https://google.com', 'https://www.google.com'],
  image: ['https://www.gstatic.com'],
  hasInlineStyles: true,
};

/**
 * Creates the settings that a page renders for a sheet, and allows the page to load the sheet's script.
 * @param currency default: the shop's
 * @returns null where the shop does not offer the sheet
 */
export function createSheetSettings(shop: Shop, method: SheetId, currency?: string): SheetSettings | null {
  const endpoints = getWalletEndpoints(shop);
  if (!endpoints || !isSheetOffered(shop, method)) return null;
  const flow = currency === undefined ? 'method' : 'step';
  const place = { page: 'checkout', flow, currency: currency ?? shop.choices.currency, fundings: [] } as const;
  const settings = createButtonsSettings(shop, place, wallet.title(shop));
  if (!settings) return null;
  const isGoogle = method === 'wallet-google-pay';
  const isTest = endpoints.kind === 'test';
  if (isGoogle && !isTest) allowOrigins(googleOrigins);
  const testScript = `${new URL(endpoints.sdkUrl).origin}/sdk/${isGoogle ? 'google-pay' : 'apple-pay'}.js`;
  return {
    ...{ method, sdk: settings.sdk, currency: place.currency, isLive: endpoints.kind === 'live' },
    scriptUrl: isTest ? testScript : isGoogle ? 'https://pay.google.com/gp/p/js/pay.js' : null,
  };
}
