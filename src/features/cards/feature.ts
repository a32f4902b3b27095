import type { Feature } from '#platform/features/feature.ts';
import { cardSettings } from './settings.ts';
import { cardTexts } from './texts.ts';

export const cardsFeature: Feature = {
  name: 'cards',
  needs: ['payments', 'checkout', 'order-pay', 'wallet'],
  settings: [cardSettings],
  texts: [cardTexts],
};
