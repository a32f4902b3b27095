import type { Order } from './order.ts';

/**
 * `mixed`: some lines are shipped, others are not. `virtual`: nothing is shipped, and not all lines can be
 * downloaded.
 */
export type DeliveryKind = 'shipped' | 'collected' | 'mixed' | 'downloaded' | 'virtual';

export function getDeliveryKind(order: Pick<Order, 'delivery' | 'lines' | 'shipping'>): DeliveryKind {
  const { delivery, lines } = order;
  if (delivery === null) return lines.every(({ downloadable }) => downloadable) ? 'downloaded' : 'virtual';
  if (getPickup(order) !== null) return 'collected';
  return lines.some(({ virtual }) => virtual) ? 'mixed' : 'shipped';
}

/** Prefix of the ids of shipping methods for picking up. */
const pickupPrefix = 'local_pickup:';

/** The name of the place where the shopper collects the order; null when the order is shipped. */
export function getPickup({ shipping: [method] }: Pick<Order, 'shipping'>): string | null {
  return method?.methodId.startsWith(pickupPrefix) ? method.title : null;
}
