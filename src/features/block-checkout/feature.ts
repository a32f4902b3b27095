import type { Feature } from '#platform/features/feature.ts';
import { blockCheckoutTexts } from './texts.ts';

/** The checkout as calls of the store API, and the form that is made of them. */
export const blockCheckout: Feature = {
  name: 'block-checkout',
  needs: ['accounts', 'addresses', 'bot-check', 'cart', 'checkout', 'orders', 'payments', 'pricing', 'store-api'],
  texts: [blockCheckoutTexts],
};
