import type { Feature } from '#platform/features/feature.ts';
import { checkoutPath } from './contract.ts';
import { checkoutErrors } from './errors.ts';
import { expressMutations } from './express/express-mutations.ts';
import { purgeAttemptsJob } from './express/purge-attempts.ts';
import { checkoutExtensions } from './extensions.ts';
import { registerCheckoutRoutes } from './http.tsx';
import { clearDetails } from './known-details/clear-details.ts';
import { checkoutContent } from './pages/checkout-content.tsx';
import { limitWarningJob } from './place/limit-warning.ts';
import { submitCheckout } from './place/place-order-mutation.ts';
import { checkoutForms, checkoutSignIn } from './ports.ts';
import { reviewOrder } from './review/review-order-mutation.tsx';
import { purgeFormsJob } from './saved-forms/purge-forms.ts';
import { checkoutSettings } from './settings.ts';
import { leaveToSignIn } from './sign-in-mutation.ts';
import { checkoutExpress, checkoutFields, checkoutMethodButtons } from './slots.ts';
import { checkoutTexts } from './texts.ts';

export const checkout: Feature = {
  name: 'checkout',
  needs: [
    'addresses',
    'catalog',
    'customers',
    'cart',
    'orders',
    'pricing',
    'shipping',
    'payments',
    'bot-check',
    'content',
  ],
  mutations: [submitCheckout, reviewOrder, leaveToSignIn, clearDetails, ...expressMutations],
  routes: registerCheckoutRoutes,
  privatePaths: [checkoutPath],
  jobs: [limitWarningJob, purgeFormsJob, purgeAttemptsJob],
  fragments: [checkoutContent],
  slots: [checkoutExpress, checkoutFields, checkoutMethodButtons],
  ports: [checkoutExtensions, checkoutForms, checkoutSignIn],
  settings: [checkoutSettings],
  texts: [checkoutTexts],
  errors: [checkoutErrors],
};
