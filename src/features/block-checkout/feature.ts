import type { Feature } from '#platform/features/feature.ts';
import { blockCheckoutTexts } from './texts.ts';

/** Adds the checkout calls to the store API, and a checkout form that uses these calls. */
export const blockCheckout: Feature = {
  name: 'block-checkout',
  needs: ['accounts', 'addresses', 'bot-check', 'cart', 'checkout', 'orders', 'payments', 'pricing', 'store-api'],
  texts: [blockCheckoutTexts],
};
