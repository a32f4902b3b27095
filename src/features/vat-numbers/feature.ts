import type { Feature } from '#platform/features/feature.ts';
import { vatNumberSettings } from './settings.ts';
import { vatNumberTexts } from './texts.ts';

export const vatNumbers: Feature = {
  name: 'vat-numbers',
  needs: ['addresses', 'orders', 'checkout'],
  settings: [vatNumberSettings],
  texts: [vatNumberTexts],
};
