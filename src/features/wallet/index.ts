export { createButtonsSettings } from './buttons/buttons-settings.ts';
export { WalletButtons } from './buttons/wallet-buttons.tsx';
export { describeWallet } from './buttons/wallet-cart-state.ts';
export { renderMethodButtons, renderWalletStep } from './checkout/method-places.tsx';
export { checkWallet } from './checks/check-wallet.ts';
export {
  findMiniCartOrigins,
  renderCartWallet,
  renderCheckoutWallet,
  renderMiniCartWallet,
  renderProductWallet,
} from './express/express-places.tsx';
export { walletFeature } from './feature.ts';
export { isPayableAmount } from './provider/amounts.ts';
export { getWalletEndpoints } from './provider/endpoints.ts';
export { authorizeMoney, captureMoney, toCardReason } from './provider/move-money.ts';
export { chooseIntent, createOrderBody, fetchOrder, orderPath } from './provider/orders.ts';
export { fetchWalletState } from './provider/state.ts';
export { wallet } from './provider/wallet-provider.ts';
export { type CardAuthentication, findCard, getResult, listMoved, orderDocument } from './rest/documents.ts';
export { WalletRefusal } from './rest/errors.ts';
export { requireWalletClient, type WalletClient } from './rest/wallet-client.ts';
export type { CardFieldName } from './sdk/adapter.ts';
export { walletSettings } from './settings.ts';
