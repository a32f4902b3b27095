import { defineTexts } from '#platform/texts/texts.ts';

/** Of fields with a file. */
export const fileTexts = defineTexts('content', {
  notThisKind: 'The content is not of this kind.',
  animationInvalid: 'It is no animation in the format of Lottie.',
  animationExpressions: 'It has expressions, which are programs. Export it without them.',
  animationPictures:
    'It loads pictures or fonts from elsewhere. Export it with its pictures inside, and texts as shapes.',
  animationTooMuch: 'It shows too many shapes, or a composition that contains itself.',
  fileRefused: '{label}: {name} is refused. {reason}',
  fileTooBig: 'It has more than {size, number} MB.',
  fileEnding: 'Its name must end with {endings}.',
  fileForbidden: 'You may not add files.',
  fileStored: 'A file is there: {name}',
  fileRemove: 'Remove this file',
  fileHint: '{endings}, at most {size, number} MB. It is stored with the next button that you press.',
});
