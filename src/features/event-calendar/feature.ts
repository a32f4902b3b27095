import type { Feature } from '#platform/features/feature.ts';
import { registerCalendarRoute } from './send-calendar.ts';
import { eventCalendarTexts } from './texts.ts';

export const eventCalendar: Feature = {
  name: 'event-calendar',
  needs: ['catalog', 'orders'],
  routes: registerCalendarRoute,
  texts: [eventCalendarTexts],
};
