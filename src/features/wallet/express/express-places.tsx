import type { ReactNode } from 'react';
import type { ExpressInput } from '#features/cart/index.ts';
import { cartOrderPath, paymentMethodField } from '#features/checkout/index.ts';
import type { ProductExpressInput } from '#features/product-form/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { PageOrigins } from '#platform/http/security/policy-headers.ts';
import { Behaviour } from '#platform/islands/island.tsx';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { Button } from '#ui/button.tsx';
import { createButtonsSettings } from '../buttons/buttons-settings.ts';
import { walletButtonsTexts as texts } from '../buttons/texts.ts';
import { WalletButtons } from '../buttons/wallet-buttons.tsx';
import { getWalletOrigins } from '../buttons/wallet-origins.ts';
import { type WalletPage, walletId } from '../contract.ts';
import { isPayableAmount } from '../provider/amounts.ts';
import { getWalletEndpoints } from '../provider/endpoints.ts';
import { wallet } from '../provider/wallet-provider.ts';
import { walletSettings } from '../settings.ts';

/** Creates a filler that shows buttons when the provider can accept the cart's total. */
const fillCartPlace =
  (page: 'cart' | 'mini-cart' | 'checkout') =>
  (shop: Shop, _context: RenderContext, { total: amount, currency }: ExpressInput): ReactNode => {
    const place = renderPlace(shop, page);
    return isPayableAmount({ amount, currency }) ? place : null;
  };

export const renderCartWallet = fillCartPlace('cart');
export const renderMiniCartWallet = fillCartPlace('mini-cart');
export const renderCheckoutWallet = fillCartPlace('checkout');

/** Shows buttons unless the product is free: a product bought alone needs a price, or add-ons, which may have one. */
export function renderProductWallet(shop: Shop, _context: RenderContext, { product }: ProductExpressInput): ReactNode {
  const { priceRange, addons } = product;
  const isFree = priceRange === null || (priceRange.max === 0 && addons.length === 0);
  return isFree ? null : renderPlace(shop, 'product-details');
}

/** Provides `mini-cart.origins`. */
export function findMiniCartOrigins(shop: Shop): PageOrigins | null {
  const endpoints = isOffered(shop, 'mini-cart') ? getWalletEndpoints(shop) : null;
  return endpoints && getWalletOrigins(endpoints);
}

const isOffered = (shop: Shop, page: WalletPage): boolean => shop.settings(walletSettings).express.includes(page);

function renderPlace(shop: Shop, page: WalletPage): ReactNode {
  const title = wallet.title(shop);
  const settings = isOffered(shop, page) ? createButtonsSettings(shop, { page, flow: 'express' }, title) : null;
  if (!settings) return null;
  const label = shop.t(texts.label, { wallet: title });
  const hasForm = page === 'cart' || page === 'checkout';
  return (
    <Behaviour of="wallet/express" when="visible">
      <WalletButtons settings={settings} label={label}>
        {hasForm && (
          <form method="post" action={cartOrderPath}>
            <Button wide look="quiet" name={paymentMethodField} value={walletId}>
              {label}
            </Button>
          </form>
        )}
      </WalletButtons>
    </Behaviour>
  );
}
