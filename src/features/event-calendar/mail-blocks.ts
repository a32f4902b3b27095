import { createOrderLink, type ListOrderMailBlocks } from '#features/orders/index.ts';
import { calendarPath, listOrderEvents } from './order-calendar.ts';
import { eventCalendarTexts as texts } from './texts.ts';

/** Adds a link to the calendar file to the mails of an order with events. */
export const listCalendarBlocks: ListOrderMailBlocks = (shop, order) =>
  listOrderEvents(order).length === 0
    ? []
    : [
        {
          kind: 'link',
          text: shop.t(texts.addToCalendar),
          href: createOrderLink(shop, order, calendarPath(order.token)),
        },
      ];
