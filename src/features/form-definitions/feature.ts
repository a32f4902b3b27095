import type { Feature } from '#platform/features/feature.ts';
import { formDefinitionTexts } from './texts.ts';

export const formDefinitions: Feature = {
  name: 'form-definitions',
  needs: [],
  texts: [formDefinitionTexts],
};
