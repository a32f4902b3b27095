import type { Feature } from '#platform/features/feature.ts';
import { shippingSettings } from './settings.ts';

export const shipping: Feature = { name: 'shipping', needs: ['pricing'], settings: [shippingSettings] };
