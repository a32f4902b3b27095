import type { Feature } from '#platform/features/feature.ts';
import {
  couponSource,
  promotionSources,
  reverseChargeRules,
  shippingRateSources,
  taxRateSources,
} from './calculate/ports.ts';
import { pricingSettings } from './settings.ts';
import { pricingTexts } from './texts.ts';

export const pricing: Feature = {
  name: 'pricing',
  needs: [],
  ports: [taxRateSources, reverseChargeRules, promotionSources, couponSource, shippingRateSources],
  settings: [pricingSettings],
  texts: [pricingTexts],
};
