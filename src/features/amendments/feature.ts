import type { Feature } from '#platform/features/feature.ts';
import { amendmentErrors } from './errors.ts';
import { amendmentTexts } from './texts.ts';

export const amendments: Feature = {
  name: 'amendments',
  needs: ['attribution', 'cart', 'catalog', 'checkout', 'fulfilment', 'orders', 'payments', 'pricing'],
  texts: [amendmentTexts],
  errors: [amendmentErrors],
};
