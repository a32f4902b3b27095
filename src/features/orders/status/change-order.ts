import { eq } from 'drizzle-orm';
import { commitReservations, releaseReservations } from '#features/inventory/index.ts';
import { markCouponsUsed, releaseCoupons } from '#features/promotions/index.ts';
import { awaitAll, type Db, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Refusal } from '#platform/mutations/mutation.ts';
import type { Author } from '#platform/sessions/author.ts';
import type { CancelReason } from '../contract.ts';
import { enqueueOrderMail } from '../emails/order-mail-job.ts';
import { orderCancelled, orderCompleted, orderPaid } from '../events.ts';
import { orderSettings } from '../settings.ts';
import { orders } from '../tables.ts';
import { deriveStatus, getFulfilmentState } from './derived-status.ts';
import {
  canTransition,
  changeOrderStatus,
  isAwaitingConfirmation,
  type LockedOrder,
  lockOrder,
  type OrderChanged,
  type OrderNotFound,
  orderNotFound,
  type StatusNotAllowed,
  statusNotAllowed,
  toOrderEvent,
} from './order-status.ts';

export type OrderChangeResult = OrderChanged | OrderNotFound | StatusNotAllowed;

/** `text` is added to the history. */
export interface OrderChange {
  readonly orderId: number;
  readonly by: Author;
  readonly text?: string | undefined;
}

const unchanged: OrderChanged = { ok: true, changed: false };
const changed: OrderChanged = { ok: true, changed: true };

/** Records a payment. Idempotent, since the shopper's return, the provider and staff can report the same payment. */
export async function markOrderPaid(
  shop: Shop,
  tx: Tx,
  { orderId, by, text }: OrderChange,
): Promise<OrderChangeResult> {
  const order = await lockOrder(tx, orderId);
  if (!order) return orderNotFound;
  if (order.paidAt) return unchanged;
  if (order.status !== 'processing' && !canTransition(order.status, 'processing'))
    return statusNotAllowed(order.status);
  const paid = await recordPayment(shop, tx, order, by, text);
  await awaitAll([commitReservations(tx, orderId), markCouponsUsed(tx, orderId, shop.clock.now())]);
  // An order in such a status has sent no email about its items yet, so the confirmation of the order is sent instead
  // of the mail about the payment.
  const isFirstMail = order.status === 'pending' || order.status === 'failed' || isAwaitingConfirmation(order);
  await shop.emit(orderPaid, tx, toOrderEvent(paid));
  if (paid.status === 'completed') await announceCompletion(shop, tx, paid);
  await enqueueOrderMail(shop, tx, { order: orderId, kind: isFirstMail ? 'placed' : 'paid' });
  return changed;
}

async function recordPayment(shop: Shop, tx: Tx, order: LockedOrder, by: Author, text?: string): Promise<LockedOrder> {
  const now = shop.clock.now();
  // Only a real payment confirms the email address, not an order without anything to pay.
  const isConfirming = order.confirmedAt === null && order.total > 0;
  const confirmation = isConfirming
    ? ({ confirmedAt: now, confirmedBy: 'payment', paymentSeconds: null } as const)
    : {};
  const status = deriveStatus('paid', await getFulfilmentState(tx, order.id));
  if (order.status !== status)
    return changeOrderStatus(shop, tx, order, {
      to: status,
      now,
      by,
      text,
      set: { paidAt: now, dueAt: null, ...(status === 'completed' ? { completedAt: now } : {}), ...confirmation },
    });
  await tx
    .update(orders)
    .set({ paidAt: now, updatedAt: now, ...confirmation })
    .where(eq(orders.id, order.id));
  return { ...order, paidAt: now, ...confirmation };
}

/**
 * Updates the status of a locked order after a shipment: a paid order whose items are all shipped becomes completed.
 */
export async function updateFulfilment(shop: Shop, tx: Tx, order: LockedOrder, by: Author): Promise<void> {
  const status = deriveStatus(order.paidAt ? 'paid' : 'unpaid', await getFulfilmentState(tx, order.id));
  if (status === order.status) return;
  const now = shop.clock.now();
  const completed = await changeOrderStatus(shop, tx, order, { to: status, now, by, set: { completedAt: now } });
  await announceCompletion(shop, tx, completed);
}

async function announceCompletion(shop: Shop, tx: Tx, order: LockedOrder): Promise<void> {
  await shop.emit(orderCompleted, tx, toOrderEvent(order));
  if (shop.settings(orderSettings).completedMail)
    await enqueueOrderMail(shop, tx, { order: order.id, kind: 'completed' });
}

const findShipment = sqlQuery<{ id: number }>(
  'orders.find-shipment',
  'select id from shipments where order_id = $1 limit 1',
);

export async function hasShipment(db: Db, orderId: number): Promise<boolean> {
  return (await findShipment(db, [orderId])).length > 0;
}

/** True when the order is unpaid or free, and nothing was shipped. */
export async function canCancelOrder(
  db: Db,
  { id, status, paidAt, total }: Pick<LockedOrder, 'id' | 'status' | 'paidAt' | 'total'>,
): Promise<boolean> {
  return canTransition(status, 'cancelled') && (paidAt === null || total === 0) && !(await hasShipment(db, id));
}

/** The order has received a part of its money, more than the actor may refund by cancelling it. */
export type CancelNeedsRefund = Refusal<'CANCEL_NEEDS_REFUND'>;

interface Cancellation extends OrderChange {
  readonly reason: Exclude<CancelReason, 'superseded'>;
  /** Largest amount that cancelling may return, in minor units: what the actor may refund. Default: no limit. */
  readonly mostReturned?: number;
}

/**
 * Cancels an unpaid or free order and releases its stock. Paid orders are refunded instead, and shipped orders can't
 * be cancelled.
 */
export async function cancelOrder(
  shop: Shop,
  tx: Tx,
  { orderId, by, text, reason, mostReturned = Number.POSITIVE_INFINITY }: Cancellation,
): Promise<OrderChangeResult | CancelNeedsRefund> {
  const order = await lockOrder(tx, orderId);
  if (!order) return orderNotFound;
  if (order.capturedTotal - order.refundedTotal > mostReturned) return { ok: false, code: 'CANCEL_NEEDS_REFUND' };
  return cancelLockedOrder(shop, tx, order, { by, text, reason });
}

export async function cancelLockedOrder(
  shop: Shop,
  tx: Tx,
  order: LockedOrder,
  { by, text, reason }: Omit<OrderChange, 'orderId'> & { readonly reason: CancelReason },
): Promise<OrderChangeResult> {
  if (order.status === 'cancelled') return unchanged;
  if (!(await canCancelOrder(tx, order))) return statusNotAllowed(order.status);
  const now = shop.clock.now();
  const set = { cancelReason: reason, cancelledAt: now, dueAt: null };
  const cancelled = await changeOrderStatus(shop, tx, order, { to: 'cancelled', now, by, text, set });
  await releaseReservations(shop, tx, order.id, `order:${order.number}`);
  await releaseCoupons(tx, order.id, now);
  await shop.emit(orderCancelled, tx, { ...toOrderEvent(cancelled), reason });
  if (hasSentMail(order)) await enqueueOrderMail(shop, tx, { order: order.id, kind: 'cancelled' });
  return changed;
}

/** A pending order has sent no email, so it sends none when it is cancelled. */
function hasSentMail(order: LockedOrder): boolean {
  return order.status === 'on-hold' || order.status === 'processing';
}
