import { isBookable } from '#features/catalog/index.ts';
import type { Order } from '../order.ts';

/**
 * True when a shopper's order was not paid before an event in it began. The order can't be paid any more then, as the
 * event can't be bought from a cart. Orders that the shop entered or that wait for a transfer are not affected: the
 * shop gave their customers time.
 */
export function hasMissedEvent({ source, status, paidAt, lines }: MissableOrder, now: Date): boolean {
  const isWaiting = source === 'checkout' && paidAt === null && (status === 'pending' || status === 'failed');
  return isWaiting && lines.some(({ eventDate }) => !isBookable(eventDate, now));
}

export type MissableOrder = Pick<Order, 'source' | 'status' | 'paidAt' | 'lines'>;
