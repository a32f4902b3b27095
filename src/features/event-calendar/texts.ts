import { defineTexts } from '#platform/texts/texts.ts';

export const eventCalendarTexts = defineTexts('event-calendar', {
  title: '{count, plural, one {Your date} other {Your dates}}',
  addToCalendar: 'Add to calendar',
  orderLine: '{quantity, plural, one {# place} other {# places}}, order {number} at {shop}',
  join: 'Join online',
});
