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
export { getWalletEndpoints } from './provider/endpoints.ts';
export { wallet } from './provider/wallet-provider.ts';
