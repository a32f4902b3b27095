import type { Db } from '#platform/database/database.ts';
import { definePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';

/** Whether a provider was asked for money of the order, and has not answered. */
export type IsPaymentInProgress = (db: Db, orderId: number) => Promise<boolean>;

/**
 * Tells whether money of an order is on its way. Asked with the order's lock: such an order neither
 * expires nor is it superseded.
 */
export const paymentInProgress = definePort<IsPaymentInProgress>('orders.payment-in-progress');

export async function hasPaymentInProgress(shop: Shop, db: Db, orderId: number): Promise<boolean> {
  for (const isInProgress of shop.implementations(paymentInProgress)) if (await isInProgress(db, orderId)) return true;
  return false;
}
