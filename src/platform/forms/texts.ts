import { defineTexts } from '#platform/texts/texts.ts';

export const formTexts = defineTexts('forms', {
  optional: '(optional)',
  problemsTitle: 'Please fix these errors',
  required: 'Please fill in “{label}”.',
  tooLong: '“{label}” can have at most {max, number} characters.',
  emailInvalid: 'Enter a valid e-mail address, e.g. name@example.com',
  phoneInvalid: 'Enter a valid phone number, e.g. +49 30 123456',
  choiceInvalid: 'Select one of the choices.',
  invalid: 'Check what you entered in “{label}”.',
});
