import { defineErrors } from '#platform/features/error-codes.ts';
import type { Feature } from '#platform/features/feature.ts';
import { importCommand } from './import-command.ts';

const formTagErrors = defineErrors('Import of contact forms', {
  FORM_NOT_VALID: {
    means: 'A file can’t be imported as a contact form.',
    action: 'Correct what the command names.',
  },
  FORM_ID_TAKEN: {
    means: 'The id of a form to import is that of a form in `shop.config.ts`.',
    action: 'Choose another id with `--id`, or remove the form there.',
  },
});

/** Imports contact forms that are written in the form tags of the plugin: the command `forms import`. */
export const formTags: Feature = {
  name: 'form-tags',
  needs: ['contact-forms', 'form-definitions'],
  errors: [formTagErrors],
  commands: [importCommand],
};
