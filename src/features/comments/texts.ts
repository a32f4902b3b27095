import { defineTexts } from '#platform/texts/texts.ts';

export const commentTexts = defineTexts('comments', {
  starsOf: '{stars, number} out of 5 stars',
  nobody: 'Anonymous',
  fromShop: 'The shop',
  verified: 'Verified purchase',
  edited: 'Edited',
  importedFrom: 'From {source}',
  importedVerified: 'From {source}, marked there as a verified purchase',
  writtenOn: '{date, date, medium}',
  bought: 'Bought: {options}',
  photographOf: 'Photograph {number, number} by {author}',
  wasHelpful:
    '{count, plural, =0 {Was this helpful?} one {# person found this helpful. Did you?} other {# people found this helpful. Did you?}}',
  yes: 'Yes',
  no: 'No',
  helpfulOf: 'Yes, the review by {name} is helpful',
  unhelpfulOf: 'No, the review by {name} is not helpful',
  reply: 'Reply',
  replyTo: 'Reply to {name}',
  report: 'Report',
  reportOf: 'Report what {name} wrote',
  change: 'Edit',
  pendingEdit: 'Your edit is awaiting approval. Only you can see it.',
  pending: 'Awaiting approval. Only you can see it.',
});
