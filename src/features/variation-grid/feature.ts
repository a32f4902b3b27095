import type { Feature } from '#platform/features/feature.ts';
import { gridErrors } from './errors.ts';
import { registerGridPage } from './grid-page.tsx';
import { saveCellsMutation, savePageMutation } from './save-mutations.ts';
import { gridTexts } from './texts.ts';

export const variationGrid: Feature = {
  name: 'variation-grid',
  needs: ['catalog', 'inventory', 'media-library', 'product-editor'],
  mutations: [saveCellsMutation, savePageMutation],
  admin: { routes: registerGridPage },
  texts: [gridTexts],
  errors: [gridErrors],
};
