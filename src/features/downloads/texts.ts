import { defineTexts } from '#platform/texts/texts.ts';

export const downloadTexts = defineTexts('downloads', {
  title: 'Downloads',
  download: 'Download {name}',
  left: '{count, plural, =0 {no download left} one {# download left} other {# downloads left}}',
  until: 'until {date, date, long}',
  expired: 'ended on {date, date, long}',
  renewable: 'To get a file again, write to {email}.',
  mail: 'Your files are ready. You find them on the page of your order.',
  mailLink: 'Download your files',
  none: 'Nothing yet. The files of what you buy appear here once it is paid.',
  orderOf: 'Order {number}',
  refusedTitle: 'This file can’t be downloaded now',
  refusedExpired: 'The time in which you could download it is over. Write to {email} to get it again.',
  refusedUsedUp: 'You have downloaded it as often as your order includes. Write to {email} to get it again.',
  refusedNotReady: 'We are still preparing it. Please try again in a few minutes. This try was not counted.',
  refusedTooMany: 'Too many downloads were begun within an hour. Please try again later.',
  viewOrder: 'Back to your order',
});
