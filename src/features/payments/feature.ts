import type { Feature } from '#platform/features/feature.ts';
import { paymentMethods } from './payment-methods.ts';
import { paymentSettings } from './settings.ts';
import { paymentTexts } from './texts.ts';

export const payments: Feature = {
  name: 'payments',
  needs: ['orders'],
  ports: [paymentMethods],
  settings: [paymentSettings],
  texts: [paymentTexts],
};
