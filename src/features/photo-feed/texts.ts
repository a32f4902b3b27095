import { defineTexts } from '#platform/texts/texts.ts';

export const photoFeedTexts = defineTexts('photo-feed', {
  feed: 'Photo feed',
  title: 'Title',
  count: 'Number of photos',
  columns: 'Columns on wide screens',
  photo: 'Photo from our feed',
  profile: 'See our photos',
  feedUse: 'Photo feed',
  error: 'Instagram error: {message}',
  invalid: 'Invalid data',
  NO_PHOTOS: 'there are no photos yet',
});
