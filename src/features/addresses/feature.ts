import type { Feature } from '#platform/features/feature.ts';
import { addressTexts } from './texts.ts';

export const addresses: Feature = { name: 'addresses', needs: [], texts: [addressTexts] };
