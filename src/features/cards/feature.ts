import type { Feature } from '#platform/features/feature.ts';
import { cardTexts } from './texts.ts';

export const cardsFeature: Feature = {
  name: 'cards',
  needs: ['payments', 'checkout', 'order-pay', 'wallet'],
  texts: [cardTexts],
};
