import {
  enqueueOrderMail,
  lockOrder,
  type OrderChangeResult,
  orderNotFound,
  statusNotAllowed,
} from '#features/orders/index.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Author } from '#platform/sessions/author.ts';
import { shipOrder } from './ship-order.ts';

interface Completion {
  readonly orderId: number;
  /** Whether to notify the shopper by email. */
  readonly notify: boolean;
  readonly by: Author;
}

/**
 * Completes a paid order: ships the remaining units without an email about the shipment, since items may have been
 * picked up. Idempotent.
 */
export async function completeOrder(
  shop: Shop,
  tx: Tx,
  { orderId, notify, by }: Completion,
): Promise<OrderChangeResult> {
  const order = await lockOrder(tx, orderId);
  if (!order) return orderNotFound;
  if (order.status === 'completed') return { ok: true, changed: false };
  if (order.status !== 'processing' || !order.paidAt) return statusNotAllowed(order.status);
  const shipment = { orderId, units: null, parcels: [], notify: false, by };
  const result = await shipOrder(shop, tx, shipment);
  if (!result.ok) return statusNotAllowed(order.status);
  // The setting may enqueue the same mail: a second request for it sends nothing.
  if (notify) await enqueueOrderMail(shop, tx, { order: orderId, kind: 'completed' });
  return { ok: true, changed: true };
}
