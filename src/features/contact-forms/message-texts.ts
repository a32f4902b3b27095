import { defineTexts } from '#platform/texts/texts.ts';

export const contactMessageTexts = defineTexts('contact-messages', {
  mailSubject: 'New message: {form}',
  files: 'Files',
  fileSize: '{kilobytes} kB',
  filesHint: 'Save them with: shop messages save {id}',
  answerSubject: 'Our answer: {form} – {shop}',
  tooMany: 'You have sent many messages in a short time. Please wait an hour, or write to us by e-mail.',
});
