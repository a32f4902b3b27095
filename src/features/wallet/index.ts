export { walletFeature } from './feature.ts';
export { wallet } from './provider/wallet-provider.ts';
