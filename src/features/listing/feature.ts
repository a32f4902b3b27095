import type { Feature } from '#platform/features/feature.ts';
import { listingErrors } from './errors.ts';
import { cardActions } from './slots.ts';
import { listingTexts } from './texts.ts';

export const listing: Feature = {
  name: 'listing',
  needs: ['catalog', 'inventory', 'pricing', 'product-form'],
  slots: [cardActions],
  texts: [listingTexts],
  errors: [listingErrors],
};
