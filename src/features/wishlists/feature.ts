import type { Feature } from '#platform/features/feature.ts';
import { wishlistFragments } from './ports.ts';
import { wishlistSettings } from './settings.ts';
import { wishlistTexts } from './texts.ts';

export const wishlists: Feature = {
  name: 'wishlists',
  needs: ['cart', 'catalog', 'contact-forms', 'pricing'],
  ports: [wishlistFragments],
  settings: [wishlistSettings],
  texts: [wishlistTexts],
};
