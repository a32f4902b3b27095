import type { Feature } from '#platform/features/feature.ts';
import { catalogCommands } from './commands.ts';
import { productErrors } from './errors.ts';
import { productsChanged } from './events.ts';
import { fetchRemoteImage } from './images/fetch-remote-image.ts';
import { applyScheduledPrices } from './products/apply-scheduled-prices.ts';
import { catalogTexts } from './texts.ts';

export const catalog: Feature = {
  name: 'catalog',
  needs: ['inventory', 'pricing'],
  events: [productsChanged],
  jobs: [fetchRemoteImage, applyScheduledPrices],
  texts: [catalogTexts],
  commands: catalogCommands,
  errors: [productErrors],
};
