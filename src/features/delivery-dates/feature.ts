import type { Feature } from '#platform/features/feature.ts';
import { deliveryDateSettings } from './settings.ts';
import { deliveryDateTexts } from './texts.ts';

export const deliveryDates: Feature = {
  name: 'delivery-dates',
  needs: ['pricing'],
  settings: [deliveryDateSettings],
  texts: [deliveryDateTexts],
};
