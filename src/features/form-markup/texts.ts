import { defineTexts } from '#platform/texts/texts.ts';

export const formMarkupTexts = defineTexts('form-markup', {
  wrong_place: 'Error: This contact form is placed in the wrong place.',
  blank_option: 'Please select',
  required_mark: 'required',
  free_text: 'Other text for “{option}”',
  captcha_alternative: 'Image with the characters to type',
  form_name: 'Contact form',
});
