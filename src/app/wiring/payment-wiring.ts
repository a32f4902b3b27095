import {
  applePay,
  card,
  cardsFeature,
  googlePay,
  renderCardMethod,
  renderCardStep,
  renderSheetRows,
  renderSheetStep,
  sheetMethods,
  sheetRows,
} from '#features/cards/index.ts';
import { cartContributions } from '#features/cart/index.ts';
import { cartExpress } from '#features/cart-page/index.ts';
import { checkoutExpress, checkoutExtensions, checkoutMethodButtons } from '#features/checkout/index.ts';
import { miniCartExpress, miniCartOrigins } from '#features/mini-cart/index.ts';
import { orderPayMethods, paymentStep } from '#features/order-pay/index.ts';
import {
  bankTransfer,
  cashOnDelivery,
  freeOfCharge,
  onAccount,
  paidByHand,
  paymentProviders,
} from '#features/payments/index.ts';
import { productExpress } from '#features/product-form/index.ts';
import {
  describeWallet,
  findMiniCartOrigins,
  renderCartWallet,
  renderCheckoutWallet,
  renderMethodButtons,
  renderMiniCartWallet,
  renderProductWallet,
  renderWalletStep,
  wallet,
  walletFeature,
} from '#features/wallet/index.ts';
import { providePort } from '#platform/features/ports.ts';
import { fillSlot } from '#platform/features/slots.ts';

/**
 * Payment methods in the order in which the checkout offers them, and the wallet's content on pages of other
 * features.
 */
export const paymentWiring = {
  features: [walletFeature, cardsFeature],
  provides: [
    ...providePort(paymentProviders, [
      ...[freeOfCharge, wallet, card, applePay, googlePay],
      ...[bankTransfer, cashOnDelivery, onAccount, paidByHand],
    ]),
    ...providePort(cartContributions, [describeWallet]),
    ...providePort(checkoutExtensions, [sheetRows]),
    ...providePort(miniCartOrigins, [findMiniCartOrigins]),
  ],
  fills: [
    ...fillSlot(productExpress, [renderProductWallet]),
    ...fillSlot(cartExpress, [renderCartWallet]),
    ...fillSlot(miniCartExpress, [renderMiniCartWallet]),
    ...fillSlot(checkoutExpress, [renderCheckoutWallet]),
    ...fillSlot(checkoutMethodButtons, [renderMethodButtons, renderCardMethod, ...sheetMethods]),
    ...fillSlot(orderPayMethods, [renderSheetRows]),
    ...fillSlot(paymentStep, [renderWalletStep, renderCardStep, renderSheetStep]),
  ],
};
