import type { Feature } from '#platform/features/feature.ts';
import { wishlistScriptSettings } from './settings.ts';
import { wishlistScriptTexts } from './texts.ts';

export const wishlistScript: Feature = {
  name: 'wishlist-script',
  needs: ['cart', 'form-markup', 'product-form', 'wishlist-ajax', 'wishlist-pages', 'wishlists'],
  settings: [wishlistScriptSettings],
  texts: [wishlistScriptTexts],
};
