import type { Feature } from '#platform/features/feature.ts';
import { contactFormTexts } from './texts.ts';

/** Contact forms: their definition, their rules, their markup. */
export const contactForms: Feature = {
  name: 'contact-forms',
  needs: [],
  texts: [contactFormTexts],
};
