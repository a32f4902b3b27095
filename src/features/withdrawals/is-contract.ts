import { isAwaitingConfirmation, type Order } from '#features/orders/index.ts';

/**
 * Whether an order has become a contract: it was confirmed, or it is on hold, processing or completed and does not
 * wait for a confirmation.
 */
export function isContract(order: Pick<Order, 'status' | 'confirmedAt' | 'suspicion'>): boolean {
  const { status, confirmedAt } = order;
  const isOpen = ['on-hold', 'processing', 'completed'].includes(status);
  return confirmedAt !== null || (isOpen && !isAwaitingConfirmation(order));
}
