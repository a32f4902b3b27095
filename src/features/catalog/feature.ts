import type { Feature } from '#platform/features/feature.ts';
import { definePermission } from '#platform/features/permissions.ts';
import { catalogCommands } from './commands.ts';
import { productErrors } from './errors.ts';
import { productsChanged } from './events.ts';
import { fetchRemoteImage } from './images/fetch-remote-image.ts';
import { applyScheduledPrices } from './products/apply-scheduled-prices.ts';
import { catalogTexts } from './texts.ts';

export const catalog: Feature = {
  name: 'catalog',
  needs: ['inventory', 'pricing'],
  permissions: [
    definePermission('products.read', 'See products with their prices, also as a file'),
    definePermission('products.write', 'Change and import products and prices'),
  ],
  events: [productsChanged],
  jobs: [fetchRemoteImage, applyScheduledPrices],
  texts: [catalogTexts],
  commands: catalogCommands,
  errors: [productErrors],
};
