import { defineTexts } from '#platform/texts/texts.ts';

export const uploadTexts = defineTexts('uploads', {
  shown: '{name} ({size})',
  kilobytes: '{size, number, ::.#} kB',
  megabytes: '{size, number, ::.#} MB',
  FILE_MISSING: 'Please choose a file.',
  FILE_TOO_LARGE:
    '“{name}” is too large. Please choose a file of at most {max, number} MB, or save it in a smaller size.',
  FILE_EMPTY: '“{name}” is empty. Please choose another file.',
  FILE_TYPE_NOT_ACCEPTED: '“{name}” can’t be used. Please choose a file of these types: {types}.',
  FILE_UNREADABLE:
    '“{name}” is damaged, or its dimensions are too large. Please save it again, or choose another file.',
  TOO_MANY_UPLOADS: 'You have uploaded too many files. Please try again in an hour.',
  UPLOADS_FULL: 'We can’t accept any more files at the moment. Please try again later, or email us the file.',
});
