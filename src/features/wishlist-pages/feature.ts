import type { Feature } from '#platform/features/feature.ts';
import { wishlistPageErrors } from './errors.ts';
import { registerWishlistPages } from './routes.tsx';
import { wishlistPageSettings, wishlistScriptSettings } from './settings.ts';
import { wishlistPageTexts } from './texts.ts';
import { listToCartMutation, updateListMutation } from './writes/list-mutations.ts';
import { saveForLaterMutation } from './writes/save-for-later.tsx';

export const wishlistPages: Feature = {
  name: 'wishlist-pages',
  needs: [
    'bought-together',
    'cart',
    'cart-page',
    'catalog',
    'contact-forms',
    'content',
    'documents',
    'form-markup',
    'listing',
    'manual-orders',
    'pricing',
    'product-form',
    'wishlist-ajax',
    'wishlists',
  ],
  mutations: [updateListMutation, listToCartMutation, saveForLaterMutation],
  routes: registerWishlistPages,
  settings: [wishlistPageSettings, wishlistScriptSettings],
  texts: [wishlistPageTexts],
  errors: [wishlistPageErrors],
};
