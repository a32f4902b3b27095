import type { Feature } from '#platform/features/feature.ts';
import { formMarkupTexts } from './texts.ts';

/** Contact forms as HTML, and the script of a form. */
export const formMarkup: Feature = {
  name: 'form-markup',
  needs: ['form-definitions'],
  texts: [formMarkupTexts],
};
