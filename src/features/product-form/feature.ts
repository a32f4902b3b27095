import type { Feature } from '#platform/features/feature.ts';
import { productFormErrors } from './errors.ts';
import { priceAction } from './price-action.ts';
import { setPriceAction } from './set-price-action.ts';
import { productFormSettings } from './settings.ts';
import { galleryCorner, productExpress, productSoldOut, productSummary, productTabs } from './slots.ts';
import { productFormTexts } from './texts.ts';

export const productForm: Feature = {
  name: 'product-form',
  needs: ['catalog', 'inventory', 'pricing', 'uploads'],
  slots: [productSummary, productExpress, productSoldOut, productTabs, galleryCorner],
  actions: [priceAction, setPriceAction],
  settings: [productFormSettings],
  texts: [productFormTexts],
  errors: [productFormErrors],
  siteOptions: (shop) => ({ swatches_box_reset_time: shop.settings(productFormSettings).swatchesBoxResetTime }),
};
