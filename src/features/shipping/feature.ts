import type { Feature } from '#platform/features/feature.ts';
import { shippingErrors } from './errors.ts';
import { shippingSettings } from './settings.ts';

export const shipping: Feature = {
  name: 'shipping',
  needs: ['addresses', 'pricing'],
  settings: [shippingSettings],
  errors: [shippingErrors],
};
