import type { Feature } from '#platform/features/feature.ts';
import { pricingTexts } from './texts.ts';

export const pricing: Feature = { name: 'pricing', needs: [], texts: [pricingTexts] };
