import { defineTexts } from '#platform/texts/texts.ts';

/** The texts of the start page of the back office. */
export const homeTexts = defineTexts('admin', {
  greeting: 'Hello, {name}',
  empty: 'Your account can’t open any part of the back office yet. Please ask the shop owner for access.',
  stops: 'Before you can open',
  warnings: 'Please check',
  moreWarnings: '{count, plural, one {# more} other {# more}}',
  waits: 'To do',
  nothingWaits: 'Nothing to do right now.',
  tileFailed: 'Could not be counted. Please reload the page.',
  unknown: '–',
  failedMails: '{count, plural, one {email was not sent} other {emails were not sent}}',
  failedJobs: '{count, plural, one {job failed} other {jobs failed}}',
  overMax: '{count, number}+',
  today: 'Today',
  orders: 'Paid orders',
  revenue: 'Revenue',
  average: 'Average order',
  reports: 'All reports',
  lastWeek: '{value} by this time last {day}',
  salesFailed: 'Sales could not be counted. Please reload the page.',
  noSales: 'No payments or refunds in the last 14 days.',
  chart: 'Revenue of the last 14 days, {currency}',
  highest: 'Best day: {amount}',
  table: 'By day',
  day: 'Day',
});
