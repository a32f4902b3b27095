import { defineTexts } from '#platform/texts/texts.ts';

export const formMarkupTexts = defineTexts('form-markup', {
  wrong_place: 'Error: This contact form is placed in the wrong place.',
  blank_option: 'Please select',
  required_group: '{label} (required)',
  free_text: 'Other text for “{option}”',
  captcha_alternative: 'Image with the characters to type',
  captcha_or_quiz: 'If you can’t read the image, leave this empty: answering the question is enough.',
  rule_min_length: 'At least {min, number} characters.',
  rule_numbers: 'From {min, number} to {max, number}.',
  rule_number_min: '{min, number} or more.',
  rule_number_max: '{max, number} or less.',
  form_name: 'Contact form',
  file_rule:
    '{hasTypes, select, yes {{types}; } other {}}{count, plural, one {one file of at most {max, number} MB} other {up to {count, number} files{hasMaxEach, select, yes { of at most {maxEach, number} MB} other {}}, {max, number} MB in all}}.',
  file_images: 'images',
  file_videos: 'videos',
  file_sounds: 'sound files',
  file_choose: '{count, plural, one {Choose a file} other {Choose files}}',
  file_drop: '{count, plural, one {or drop it here} other {or drop them here}}',
  file_remove: 'Remove',
  file_removed: 'Removed',
  file_added: 'Added',
  file_again: 'Files can’t be kept. Please choose them again: {names}',
});
