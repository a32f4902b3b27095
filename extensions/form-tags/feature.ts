import type { Feature } from '#platform/features/feature.ts';
import { importCommand } from './import-command.ts';

/** Imports contact forms that are written in the form tags of the plugin: the command `forms import`. */
export const formTags: Feature = {
  name: 'form-tags',
  needs: ['contact-forms', 'form-definitions'],
  commands: [importCommand],
};
