import type { Feature } from '#platform/features/feature.ts';
import { addressI18nPage } from './provider/address-locales-page.ts';
import { addressTexts } from './texts.ts';

export const addresses: Feature = { name: 'addresses', needs: [], pages: [addressI18nPage], texts: [addressTexts] };
