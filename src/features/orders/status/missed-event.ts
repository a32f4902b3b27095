import { isBookable } from '#features/catalog/index.ts';
import type { Order } from '../order.ts';

/**
 * Whether a shopper's order was not paid before an event of it began. It can't be bought any more then, as in
 * a cart. Orders that the shop entered, or keeps on hold for a transfer, are not concerned: it gave them time.
 */
export function hasMissedEvent({ source, status, paidAt, lines }: MissableOrder, now: Date): boolean {
  const isWaiting = source === 'checkout' && paidAt === null && (status === 'pending' || status === 'failed');
  return isWaiting && lines.some(({ eventDate }) => !isBookable(eventDate, now));
}

export type MissableOrder = Pick<Order, 'source' | 'status' | 'paidAt' | 'lines'>;
