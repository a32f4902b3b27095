import type { Feature } from '#platform/features/feature.ts';
import { checkoutPath } from './contract.ts';
import { checkoutErrors } from './errors.ts';
import { registerCheckoutRoutes } from './http.tsx';
import { limitWarningJob } from './place/limit-warning.ts';
import { submitCheckout } from './place/place-order-mutation.ts';
import { checkoutSettings } from './settings.ts';
import { checkoutFields } from './slots.ts';
import { checkoutTexts } from './texts.ts';

export const checkout: Feature = {
  name: 'checkout',
  needs: ['addresses', 'catalog', 'cart', 'orders', 'pricing', 'shipping', 'payments'],
  mutations: [submitCheckout],
  routes: registerCheckoutRoutes,
  privatePaths: [checkoutPath],
  jobs: [limitWarningJob],
  slots: [checkoutFields],
  settings: [checkoutSettings],
  texts: [checkoutTexts],
  errors: [checkoutErrors],
};
