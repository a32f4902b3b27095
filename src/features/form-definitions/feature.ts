import type { Feature } from '#platform/features/feature.ts';
import { formDefinitionTexts } from './texts.ts';

/** Forms as data: their schema, the rules that server and browser share, mail tags. */
export const formDefinitions: Feature = {
  name: 'form-definitions',
  needs: [],
  texts: [formDefinitionTexts],
};
