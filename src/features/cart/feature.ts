import type { Feature } from '#platform/features/feature.ts';
import { cartPath } from './contract.ts';
import { cartErrors } from './errors.ts';
import { cartHints } from './hints.ts';
import { registerCartRoutes } from './http.tsx';
import { alterQuantity } from './lines/alter-quantity.ts';
import { cartReservations } from './ports.ts';
import { purgeCartsJob } from './purge-carts.ts';
import { cartSettings } from './settings.ts';
import { cartTexts } from './texts.ts';

export const cart: Feature = {
  name: 'cart',
  needs: ['catalog', 'listing', 'pricing', 'product-form'],
  routes: registerCartRoutes,
  privatePaths: [cartPath],
  actions: [alterQuantity],
  hints: [cartHints],
  jobs: [purgeCartsJob],
  ports: [cartReservations],
  settings: [cartSettings],
  texts: [cartTexts],
  errors: [cartErrors],
};
