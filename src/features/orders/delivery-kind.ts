import type { Order } from './order.ts';

/** `mixed`: some lines are sent, others are not. `virtual`: nothing is sent, and not all of it can be downloaded. */
export type DeliveryKind = 'shipped' | 'collected' | 'mixed' | 'downloaded' | 'virtual';

/** How the shopper gets what an order has. */
export function getDeliveryKind(order: Pick<Order, 'delivery' | 'lines' | 'shipping'>): DeliveryKind {
  const { delivery, lines } = order;
  if (delivery === null) return lines.every(({ downloadable }) => downloadable) ? 'downloaded' : 'virtual';
  if (getPickup(order) !== null) return 'collected';
  return lines.some(({ virtual }) => virtual) ? 'mixed' : 'shipped';
}

/** Begins the ids of rates for picking up. */
const pickupPrefix = 'local_pickup:';

/** The name of the place where the shopper collects the order; null when it is sent. */
export function getPickup({ shipping: [method] }: Pick<Order, 'shipping'>): string | null {
  return method?.methodId.startsWith(pickupPrefix) ? method.title : null;
}
