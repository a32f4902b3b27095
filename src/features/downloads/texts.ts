import { defineTexts } from '#platform/texts/texts.ts';

export const downloadTexts = defineTexts('downloads', {
  title: 'Downloads',
  download: 'Download {name}',
  left: '{count, plural, =0 {no download left} one {# download left} other {# downloads left}}',
  until: 'until {date, date, long}',
  expired: 'ended on {date, date, long}',
  renewable: 'To download a file again, write to {email}.',
  mail: 'Your files are ready. You can find them on your order page.',
  mailLink: 'Download your files',
  none: 'No downloads yet. Files you buy appear here once your order is paid.',
  orderOf: 'Order {number}',
  refusedTitle: 'This file can’t be downloaded',
  refusedExpired: 'The download period has ended. Write to {email} to get the file again.',
  refusedUsedUp: 'You have used all downloads of this file. Write to {email} to get it again.',
  refusedNotReady: 'We are still preparing this file. Please try again in a few minutes. This attempt was not counted.',
  refusedTooMany: 'You have started too many downloads within an hour. Please try again later.',
  viewOrder: 'Back to your order',
});
