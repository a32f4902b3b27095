import { cartPath } from '#features/cart/index.ts';
import type { Feature } from '#platform/features/feature.ts';
import { registerCartPage } from './http.ts';
import { cartPageContent } from './pages/cart-content.tsx';
import { cartNoticeSources } from './ports.ts';
import { cartBelow, cartExpress, cartLineActions } from './slots.ts';
import { cartPageTexts } from './texts.ts';
import { couponMutations } from './writes/coupon-mutations.tsx';
import { destinationMutations } from './writes/destination-mutations.tsx';
import { lineMutations } from './writes/line-mutations.ts';

export const cartPage: Feature = {
  name: 'cart-page',
  needs: ['addresses', 'cart', 'catalog', 'pricing', 'promotions'],
  mutations: [...lineMutations, ...couponMutations, ...destinationMutations],
  routes: registerCartPage,
  privatePaths: [cartPath],
  ports: [cartNoticeSources],
  slots: [cartBelow, cartExpress, cartLineActions],
  fragments: [cartPageContent],
  texts: [cartPageTexts],
};
