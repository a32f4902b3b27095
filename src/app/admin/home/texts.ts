import { defineTexts } from '#platform/texts/texts.ts';

/** The texts of the start page of the back office. */
export const homeTexts = defineTexts('admin', {
  greeting: 'Hello, {name}',
  empty: 'Your account can’t open any part of the back office yet. Please ask the owner of the shop.',
  stops: 'What stops the shop from opening',
  warnings: 'Worth a look',
  moreWarnings: '{count, plural, one {# more} other {# more}}',
  waits: 'What waits',
  nothingWaits: 'Nothing waits for you.',
  tileFailed: 'Could not be counted. Please load the page again later.',
  unknown: '–',
  failedMails: '{count, plural, one {mail was not sent} other {mails were not sent}}',
  failedJobs: '{count, plural, one {job has failed} other {jobs have failed}}',
  overMax: '{count, number}+',
  today: 'Today',
  orders: 'Paid orders',
  revenue: 'Revenue',
  average: 'Average order',
  reports: 'All reports',
  lastWeek: '{value} by this time last {day}',
  salesFailed: 'The sales could not be counted. Please load the page again later.',
  noSales: 'Nothing was paid or refunded in the last 14 days.',
  chart: 'Revenue of the last 14 days, {currency}',
  highest: 'Most on a day: {amount}',
  table: 'Day by day',
  day: 'Day',
});
