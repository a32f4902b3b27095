import type { WalletPage } from '../contract.ts';

/** Height of a button in pixels: that of the shop's own buttons, and in the mini-cart the minimum for fingers. */
export const buttonHeights: Readonly<Record<WalletPage, number>> = {
  'product-details': 48,
  cart: 48,
  'mini-cart': 44,
  checkout: 48,
};
