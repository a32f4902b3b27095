import type { Feature } from '#platform/features/feature.ts';
import { cartPath } from './contract.ts';
import { couponMutations } from './coupons/coupon-mutations.tsx';
import { destinationMutations } from './destination/destination-mutations.tsx';
import { cartErrors } from './errors.ts';
import { cartHints } from './hints.ts';
import { registerCartRoutes } from './http.tsx';
import { lineMutations } from './lines/line-mutations.ts';
import { cartPageContent } from './pages/cart-content.tsx';
import { addFollowUps, cartNoticeSources, cartOpenOrders, cartReservations } from './ports.ts';
import { purgeCartsJob } from './purge-carts.ts';
import { cartSettings } from './settings.ts';
import { cartBelow, cartExpress, cartLineActions } from './slots.ts';
import { cartContributions } from './state/ports.ts';
import { refreshCartMutation } from './state/refresh-mutation.ts';
import { cartTexts } from './texts.ts';

export const cart: Feature = {
  name: 'cart',
  needs: ['addresses', 'catalog', 'listing', 'pricing', 'product-form', 'promotions', 'uploads'],
  mutations: [refreshCartMutation, ...lineMutations, ...couponMutations, ...destinationMutations],
  routes: registerCartRoutes,
  privatePaths: [cartPath],
  hints: [cartHints],
  jobs: [purgeCartsJob],
  ports: [cartReservations, cartOpenOrders, cartContributions, addFollowUps, cartNoticeSources],
  slots: [cartBelow, cartExpress, cartLineActions],
  fragments: [cartPageContent],
  settings: [cartSettings],
  texts: [cartTexts],
  errors: [cartErrors],
};
