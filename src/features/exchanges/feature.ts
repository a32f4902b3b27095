import type { Feature } from '#platform/features/feature.ts';
import { exchangeErrors } from './errors.ts';
import { exchangeTexts } from './texts.ts';

export const exchanges: Feature = {
  name: 'exchanges',
  needs: ['amendments', 'attribution', 'fulfilment', 'inventory', 'manual-orders', 'orders', 'payments'],
  texts: [exchangeTexts],
  errors: [exchangeErrors],
};
