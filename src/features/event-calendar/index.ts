export { eventCalendar } from './feature.ts';
export { listCalendarBlocks } from './mail-blocks.ts';
export { renderOrderEvents } from './order-events.tsx';
