import { eq } from 'drizzle-orm';
import { findReservations } from '#features/inventory/index.ts';
import { awaitAll, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { toOwner } from '#platform/sessions/owner.ts';
import type { LockedOrder } from '../status/order-status.ts';
import { orders } from '../tables.ts';
import { checkReservationLimits } from './reservation-limits.ts';

const selectLines = sqlQuery<{ variationId: number; quantity: number }>(
  'orders.find-lines-to-reassess',
  'select variation_id as "variationId", quantity from order_lines where order_id = $1 order by position',
);

/**
 * Checks a locked order that changes from a payment at a provider to another payment method, as if it was placed with
 * that method. Otherwise a shopper who needs a confirmation could avoid it by changing the method.
 * Lock order: as `createOrder`.
 * @returns the order with its suspicion, or null when it would reserve too much for such a payment
 */
export async function reassessOrder(shop: Shop, tx: Tx, order: LockedOrder): Promise<LockedOrder | null> {
  const isOpen = order.status === 'pending' || order.status === 'failed';
  if (!isOpen || order.confirmedAt !== null || order.source !== 'checkout') return order;
  const [lines, reservations] = await awaitAll([selectLines(tx, [order.id]), findReservations(tx, [order.id])]);
  const request = { ...order, owner: toOwner(order), lines, isProven: false, isPaidNow: false };
  const checked = await checkReservationLimits(shop, tx, request, { ids: [order.id], reservations });
  if (!checked.ok) return null;
  const suspicion = order.suspicion ?? checked.suspicion;
  if (suspicion !== order.suspicion) await tx.update(orders).set({ suspicion }).where(eq(orders.id, order.id));
  return { ...order, suspicion };
}
