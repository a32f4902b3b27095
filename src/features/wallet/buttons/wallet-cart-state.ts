import type { ContributeToCart } from '#features/cart/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { WalletStatus } from '../contract.ts';

/**
 * Provides `cart.contributions`: whether the wallet answers, and what of the SDK's parameters depends on the cart. They
 * are the same for all kinds of pages, so that places of one page share the SDK.
 * @param findStatus null where the shop has no wallet
 */
export function createWalletCartState(findStatus: (shop: Shop) => WalletStatus | null): ContributeToCart {
  return async (shop, _db, { cart }) => {
    const status = findStatus(shop);
    return status ? { cart: { wallet: status }, queryParams: { currency: cart.currency } } : {};
  };
}
