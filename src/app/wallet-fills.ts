import { cartExpress } from '#features/cart-page/index.ts';
import { checkoutExpress } from '#features/checkout/index.ts';
import { miniCartExpress } from '#features/mini-cart/index.ts';
import { productExpress } from '#features/product-form/index.ts';
import {
  renderCartWallet,
  renderCheckoutWallet,
  renderMiniCartWallet,
  renderProductWallet,
} from '#features/wallet/index.ts';
import { fillSlot } from '#platform/features/slots.ts';

/** Buttons of the wallet, in the slots of other features. */
export const walletFills = [
  ...fillSlot(productExpress, [renderProductWallet]),
  ...fillSlot(cartExpress, [renderCartWallet]),
  ...fillSlot(miniCartExpress, [renderMiniCartWallet]),
  ...fillSlot(checkoutExpress, [renderCheckoutWallet]),
];
