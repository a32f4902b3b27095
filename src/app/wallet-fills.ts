import { card, cardsFeature, renderCardMethod, renderCardStep } from '#features/cards/index.ts';
import { cartExpress } from '#features/cart-page/index.ts';
import { checkoutExpress, checkoutMethodButtons } from '#features/checkout/index.ts';
import { miniCartExpress } from '#features/mini-cart/index.ts';
import { paymentStep } from '#features/order-pay/index.ts';
import { productExpress } from '#features/product-form/index.ts';
import {
  renderCartWallet,
  renderCheckoutWallet,
  renderMethodButtons,
  renderMiniCartWallet,
  renderProductWallet,
  renderWalletStep,
  wallet,
  walletFeature,
} from '#features/wallet/index.ts';
import { fillSlot } from '#platform/features/slots.ts';

export const walletFeatures = [walletFeature, cardsFeature];

/** What is paid at the account of the wallet. */
export const walletProviders = [wallet, card];

/** Buttons of the wallet, in the slots of other features. */
export const walletFills = [
  ...fillSlot(productExpress, [renderProductWallet]),
  ...fillSlot(cartExpress, [renderCartWallet]),
  ...fillSlot(miniCartExpress, [renderMiniCartWallet]),
  ...fillSlot(checkoutExpress, [renderCheckoutWallet]),
  ...fillSlot(checkoutMethodButtons, [renderMethodButtons, renderCardMethod]),
  ...fillSlot(paymentStep, [renderWalletStep, renderCardStep]),
];
