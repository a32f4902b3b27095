import type { Feature } from '#platform/features/feature.ts';
import { catalogCommands } from './commands.ts';
import { productsChanged, stockFell, stockRose } from './events.ts';
import { fetchRemoteImage } from './image-job.ts';
import { priceAction } from './price-action.ts';
import { turnPrices } from './price-job.ts';
import { catalogSettings } from './settings.ts';
import { cardActions, galleryCorner, productSummary, productTabs } from './slots.ts';

export const catalog: Feature = {
  name: 'catalog',
  needs: [],
  slots: [productSummary, productTabs, galleryCorner, cardActions],
  events: [stockRose, stockFell, productsChanged],
  actions: [priceAction],
  settings: [catalogSettings],
  siteOptions: (shop) => ({ swatches_box_reset_time: shop.settings(catalogSettings).swatchesBoxResetTime }),
  jobs: [fetchRemoteImage, turnPrices],
  commands: catalogCommands,
};
