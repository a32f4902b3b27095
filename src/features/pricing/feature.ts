import type { Feature } from '#platform/features/feature.ts';
import { couponSource, promotionSources, shippingRateSources, taxRateSources } from './calculate/ports.ts';
import { pricingSettings } from './settings.ts';
import { pricingTexts } from './texts.ts';

export const pricing: Feature = {
  name: 'pricing',
  needs: [],
  ports: [taxRateSources, promotionSources, couponSource, shippingRateSources],
  settings: [pricingSettings],
  texts: [pricingTexts],
};
