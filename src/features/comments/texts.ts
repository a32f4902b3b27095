import { defineTexts } from '#platform/texts/texts.ts';

export const commentTexts = defineTexts('comments', {
  starsOf: '{stars, number} out of 5 stars',
  nobody: 'Somebody',
  fromShop: 'The shop',
  verified: 'Verified purchase',
  edited: 'Edited',
  importedFrom: 'From {source}',
  writtenOn: '{date, date, medium}',
  bought: 'Bought: {options}',
  photographOf: 'Photograph {number, number} by {author}',
  wasHelpful: '{count, plural, =0 {Helpful?} one {# found this helpful. You?} other {# found this helpful. You?}}',
  yes: 'Yes',
  no: 'No',
  helpfulOf: 'Yes, the review by {name} is helpful',
  unhelpfulOf: 'No, the review by {name} is not helpful',
  reply: 'Reply',
  replyTo: 'Reply to {name}',
  report: 'Report',
  reportOf: 'Report what {name} wrote',
  pending: 'Waits for approval. Only you can see it.',
});
