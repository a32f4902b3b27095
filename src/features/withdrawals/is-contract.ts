import type { Order } from '#features/orders/index.ts';

/**
 * Whether an order has become a contract: it was confirmed, or it is prepared without a
 * confirmation, such as cash on delivery.
 */
export function isContract({ status, confirmedAt }: Pick<Order, 'status' | 'confirmedAt'>): boolean {
  return confirmedAt !== null || status === 'processing' || status === 'completed';
}
