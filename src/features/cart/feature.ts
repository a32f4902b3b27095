import type { Feature } from '#platform/features/feature.ts';
import { cartErrors } from './errors.ts';
import { cartHints } from './hints.ts';
import { addFollowUps, cartOpenOrders, cartReservations } from './ports.ts';
import { purgeCartsJob } from './purge-carts.ts';
import { cartSettings } from './settings.ts';
import { cartContributions } from './state/ports.ts';
import { refreshCartMutation } from './state/refresh-mutation.ts';
import { cartTexts } from './texts.ts';

export const cart: Feature = {
  name: 'cart',
  needs: ['addresses', 'catalog', 'delivery-dates', 'listing', 'pricing', 'product-form', 'promotions', 'uploads'],
  mutations: [refreshCartMutation],
  hints: [cartHints],
  jobs: [purgeCartsJob],
  ports: [cartReservations, cartOpenOrders, cartContributions, addFollowUps],
  settings: [cartSettings],
  texts: [cartTexts],
  errors: [cartErrors],
};
