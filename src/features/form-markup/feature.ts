import type { Feature } from '#platform/features/feature.ts';
import { formMarkupTexts } from './texts.ts';

export const formMarkup: Feature = {
  name: 'form-markup',
  needs: ['form-definitions'],
  texts: [formMarkupTexts],
};
