import type { Feature } from '#platform/features/feature.ts';
import { boughtTogetherCommands } from './commands.ts';
import { countCompanionsJob } from './count-companions.ts';
import { boughtTogetherSettings } from './settings.ts';
import { boughtTogetherTexts } from './texts.ts';

export const boughtTogether: Feature = {
  name: 'bought-together',
  needs: ['cart', 'catalog', 'listing', 'orders', 'pricing', 'product-form'],
  jobs: [countCompanionsJob],
  settings: [boughtTogetherSettings],
  texts: [boughtTogetherTexts],
  commands: boughtTogetherCommands,
};
