import type { Feature } from '#platform/features/feature.ts';
import { walletButtonsTexts } from './buttons/texts.ts';
import { walletSettings } from './settings.ts';
import { walletTexts } from './texts.ts';

export const walletFeature: Feature = {
  name: 'wallet',
  needs: ['addresses', 'product-form', 'cart', 'mini-cart', 'payments', 'checkout', 'order-pay'],
  settings: [walletSettings],
  texts: [walletTexts, walletButtonsTexts],
};
