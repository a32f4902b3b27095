import type { EventDate } from '#features/catalog/index.ts';
import { isPaid, type Order, orderPath } from '#features/orders/index.ts';

export const calendarPath = (token: string): string => `${orderPath(token)}/calendar.ics`;

export interface OrderEvent {
  /** Unique within the order, and stable. */
  readonly key: string;
  readonly name: string;
  readonly quantity: number;
  /** Has no `url` until the order is paid. */
  readonly eventDate: EventDate;
}

/** Lists the events of an order that is on hold, processing or completed, the earliest first. */
export function listOrderEvents(order: Order): OrderEvent[] {
  if (!['on-hold', 'processing', 'completed'].includes(order.status)) return [];
  return order.lines
    .flatMap(({ key, name, quantity, eventDate }) =>
      eventDate ? [{ key, name, quantity, eventDate: isPaid(order) ? eventDate : { ...eventDate, url: null } }] : [],
    )
    .toSorted((first, second) => first.eventDate.startsAt.getTime() - second.eventDate.startsAt.getTime());
}
