import { defineTexts } from '#platform/texts/texts.ts';

export const photoFeedTexts = defineTexts('photo-feed', {
  feed: 'Photo feed',
  title: 'Title',
  count: 'How many photographs',
  columns: 'Columns on wide screens',
  photo: 'Photograph of our feed',
  profile: 'See our photographs',
  feedUse: 'Photo feed',
  error: 'Instagram error: {message}',
  invalid: 'Invalid data',
  NO_PHOTOS: 'there are no photographs yet',
});
