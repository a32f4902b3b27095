import type { Feature } from '#platform/features/feature.ts';
import { promotionCommands } from './commands.ts';

export const promotions: Feature = {
  name: 'promotions',
  needs: ['catalog', 'pricing'],
  commands: promotionCommands,
};
