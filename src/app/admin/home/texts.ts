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
  overMax: '{count, number}+',
  today: 'Today',
  orders: 'Orders',
  revenue: 'Paid revenue',
  average: 'Average paid order',
  lastWeek: '{value} by this time last {day}',
  salesFailed: 'The sales could not be counted. Please load the page again later.',
  noSales: 'No order in the last 14 days.',
  chart: 'Paid revenue of the last 14 days',
  highest: 'Most on a day: {amount}',
  table: 'Day by day',
  day: 'Day',
});
