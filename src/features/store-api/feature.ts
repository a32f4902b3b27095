import type { Feature } from '#platform/features/feature.ts';
import { cartOperations } from './cart/cart-operations.ts';
import { storeErrors } from './errors.ts';
import { cartExtensions, productExtensions, storeOperations } from './ports.ts';
import { productOperations } from './products/product-operations.ts';
import { registerStoreApi } from './protocol/routes.ts';
import { storeApiSettings } from './settings.ts';
import { storeApiTexts } from './texts.ts';

/** Products and carts for programs, in public shapes that clients know: `docs/store-api.md`. */
export const storeApi: Feature = {
  name: 'store-api',
  needs: ['addresses', 'cart', 'catalog', 'inventory', 'listing', 'payments', 'pricing', 'search'],
  routes: (app, shop) => registerStoreApi(app, shop, [...productOperations, ...cartOperations]),
  ports: [cartExtensions, productExtensions, storeOperations],
  settings: [storeApiSettings],
  texts: [storeApiTexts],
  errors: [storeErrors],
};
