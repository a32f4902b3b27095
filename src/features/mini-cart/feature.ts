import type { Feature } from '#platform/features/feature.ts';
import { addToCartMutation } from './add/add-mutation.tsx';
import { miniCartContent } from './mini-cart-fragment.tsx';
import { miniCartExpress, miniCartOrigins } from './slots.ts';

export const miniCart: Feature = {
  name: 'mini-cart',
  needs: ['cart', 'cart-page', 'catalog', 'listing', 'pricing', 'product-form', 'uploads'],
  mutations: [addToCartMutation],
  fragments: [miniCartContent],
  slots: [miniCartExpress],
  ports: [miniCartOrigins],
};
