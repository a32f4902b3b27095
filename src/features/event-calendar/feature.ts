import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findVisibleOrder, isPaid, type Order, showNoAccess } from '#features/orders/index.ts';
import type { Feature } from '#platform/features/feature.ts';
import type { Shop } from '#platform/features/shop.ts';
import { formatAttachment } from '#platform/http/attachment.ts';
import { type CalendarEvent, createCalendarFile } from './calendar-file.ts';
import { calendarPath, listOrderEvents } from './order-calendar.ts';
import { eventCalendarTexts, eventCalendarTexts as texts } from './texts.ts';

export const eventCalendar: Feature = {
  name: 'event-calendar',
  needs: ['catalog', 'orders'],
  routes: registerCalendarRoute,
  texts: [eventCalendarTexts],
};

function registerCalendarRoute(app: FastifyInstance, shop: Shop): void {
  app.get(calendarPath(':token'), (request, reply) => sendCalendar(shop, request, reply));
}

/** Sends the events of an order to visitors who may see the order. */
async function sendCalendar(shop: Shop, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const access = await findVisibleOrder(shop, request, reply);
  if (!access.ok) return showNoAccess(shop, request, reply, access);
  const { order } = access;
  const events = listCalendarEvents(shop, order);
  if (events.length === 0) return reply.callStatusPage(404);
  return reply
    .header('content-type', 'text/calendar; charset=utf-8')
    .header('content-disposition', formatAttachment(`order-${order.number}.ics`))
    .header('cache-control', 'private, no-store')
    .header('referrer-policy', 'no-referrer')
    .header('x-robots-tag', 'noindex')
    .send(createCalendarFile(shop.choices.name, events, shop.clock.now()));
}

function listCalendarEvents(shop: Shop, order: Order): CalendarEvent[] {
  const { host } = new URL(shop.config.publicUrl);
  const { number } = order;
  return listOrderEvents(order).map(({ key, name, quantity, eventDate }) => ({
    ...eventDate,
    uid: `order-${number}-${key}@${host}`,
    title: name,
    // Calendars are often shared, so the description has no link that opens the order.
    description: shop.t(texts.orderLine, { number, quantity, shop: shop.choices.name }),
    isTentative: !isPaid(order),
  }));
}
