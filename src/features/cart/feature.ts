import type { Feature } from '#platform/features/feature.ts';
import { addToCartMutation } from './add/add-mutation.tsx';
import { cartPath } from './contract.ts';
import { couponMutations } from './coupons/coupon-mutations.tsx';
import { cartErrors } from './errors.ts';
import { cartHints } from './hints.ts';
import { registerCartRoutes } from './http.tsx';
import { lineMutations } from './lines/line-mutations.ts';
import { cartOpenOrders, cartReservations } from './ports.ts';
import { purgeCartsJob } from './purge-carts.ts';
import { cartSettings } from './settings.ts';
import { cartTexts } from './texts.ts';

export const cart: Feature = {
  name: 'cart',
  needs: ['catalog', 'listing', 'pricing', 'product-form', 'promotions'],
  mutations: [addToCartMutation, ...lineMutations, ...couponMutations],
  routes: registerCartRoutes,
  privatePaths: [cartPath],
  hints: [cartHints],
  jobs: [purgeCartsJob],
  ports: [cartReservations, cartOpenOrders],
  settings: [cartSettings],
  texts: [cartTexts],
  errors: [cartErrors],
};
