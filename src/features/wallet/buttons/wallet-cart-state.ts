import type { ContributeToCart } from '#features/cart/index.ts';
import type { WalletStatus } from '../contract.ts';
import { getWalletEndpoints } from '../provider/endpoints.ts';
import { isWalletAnswering } from '../rest/wallet-client.ts';

/**
 * Provides `cart.contributions`: whether the wallet is available, and the SDK parameters that depend on the cart.
 * They are the same for all kinds of pages, so that all places of a page share the SDK.
 */
export const describeWallet: ContributeToCart = async (shop, _db, { cart }) => {
  if (!getWalletEndpoints(shop)) return {};
  const wallet: WalletStatus = { isAnswering: isWalletAnswering(shop) };
  return { cart: { wallet }, queryParams: { currency: cart.currency } };
};
