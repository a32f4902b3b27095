import type { Feature } from '#platform/features/feature.ts';
import { promotionSources, shippingRateSources, taxRateSources } from './calculate/ports.ts';
import { pricingSettings } from './settings.ts';
import { pricingTexts } from './texts.ts';

export const pricing: Feature = {
  name: 'pricing',
  needs: [],
  ports: [taxRateSources, promotionSources, shippingRateSources],
  settings: [pricingSettings],
  texts: [pricingTexts],
};
