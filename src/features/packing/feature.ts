import type { Feature } from '#platform/features/feature.ts';
import { packingErrors } from './errors.ts';
import { registerPackPage } from './pack-page.tsx';
import { shipPacked } from './ship-packed.ts';
import { packingTexts } from './texts.ts';

/** A back-office page on which selected orders are packed and shipped. */
export const packing: Feature = {
  name: 'packing',
  needs: ['orders', 'fulfilment', 'documents'],
  mutations: [shipPacked],
  admin: { routes: registerPackPage },
  texts: [packingTexts],
  errors: [packingErrors],
};
