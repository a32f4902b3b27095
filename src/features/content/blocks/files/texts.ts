import { defineTexts } from '#platform/texts/texts.ts';

export const fileTexts = defineTexts('content', {
  notThisKind: 'The content does not match this file type.',
  animationInvalid: 'This is not a Lottie animation.',
  animationExpressions: 'It contains expressions, which are scripts. Export it without them.',
  animationPictures: 'It loads pictures or fonts from elsewhere. Export it with pictures embedded and text as shapes.',
  animationTooMuch: 'It has too many shapes, or a composition that contains itself.',
  fileRefused: '{label}: {name} can’t be used. {reason}',
  fileTooBig: 'It is larger than {size, number} MB.',
  fileEnding: 'Its name must end with {endings}.',
  fileForbidden: 'You are not allowed to add files.',
  fileStored: 'Current file: {name}',
  fileRemove: 'Remove this file',
  fileHint: '{endings}, at most {size, number} MB. It is uploaded when you press the next button.',
});
