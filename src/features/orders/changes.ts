import { eq } from 'drizzle-orm';
import { closeCart } from '#features/cart/index.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { CancelReason } from './contract.ts';
import { orderCancelled, orderCompleted, orderPaid } from './events.ts';
import { releaseHolds, sellHolds } from './holds.ts';
import { addOrderMail } from './mails.ts';
import {
  isAwaitingConfirmation,
  type LockedOrder,
  lockOrder,
  lockOrderWithCart,
  type Moved,
  mayBecome,
  moveOrder,
  type OrderNotFound,
  orderNotFound,
  type StatusNotAllowed,
  statusNotAllowed,
  toOrderEvent,
} from './status.ts';
import { orders } from './tables.ts';

export type Changed = Moved | OrderNotFound | StatusNotAllowed;

/** `by`: `shop`, `shopper`, `job`, or the feature that does it. `text` goes to the order's history. */
export interface Change {
  readonly orderId: number;
  readonly by: string;
  readonly text?: string | undefined;
}

const unchanged: Moved = { ok: true, changed: false };
const changed: Moved = { ok: true, changed: true };

/** The money is there, whoever says so first. */
export async function markPaid(shop: Shop, tx: Tx, { orderId, by, text }: Change): Promise<Changed> {
  const order = await lockOrderWithCart(tx, orderId);
  if (!order) return orderNotFound;
  if (order.paidAt) return unchanged;
  if (order.status !== 'processing' && !mayBecome(order.status, 'processing')) return statusNotAllowed(order.status);
  const paid = await recordPaid(shop, tx, order, by, text);
  await sellHolds(tx, orderId);
  const placedNow = order.status === 'pending' || order.status === 'failed';
  if (placedNow && order.cartId) await closeCart(tx, order.cartId);
  await shop.emit(orderPaid, tx, toOrderEvent(paid));
  if (placedNow || isAwaitingConfirmation(order)) await addOrderMail(shop, tx, { order: orderId, kind: 'placed' });
  if (!placedNow) await addOrderMail(shop, tx, { order: orderId, kind: 'paid' });
  return changed;
}

async function recordPaid(shop: Shop, tx: Tx, order: LockedOrder, by: string, text?: string): Promise<LockedOrder> {
  const now = shop.clock.now();
  // Where there is nothing to pay, nothing is known of the shopper yet.
  const confirms = order.confirmedAt === null && order.total > 0;
  const confirmation = confirms ? ({ confirmedAt: now, confirmedBy: 'payment', paymentSeconds: null } as const) : {};
  if (order.status !== 'processing')
    return moveOrder(tx, order, {
      to: 'processing',
      now,
      by,
      text,
      set: { paidAt: now, dueAt: null, ...confirmation },
    });
  await tx
    .update(orders)
    .set({ paidAt: now, updatedAt: now, ...confirmation })
    .where(eq(orders.id, order.id));
  return { ...order, paidAt: now, ...confirmation };
}

/** All is done and sent. Only for an order that is paid. */
export async function complete(shop: Shop, tx: Tx, { orderId, by, text }: Change): Promise<Changed> {
  const order = await lockOrder(tx, orderId);
  if (!order) return orderNotFound;
  if (order.status === 'completed') return unchanged;
  if (!mayBecome(order.status, 'completed') || !order.paidAt) return statusNotAllowed(order.status);
  const now = shop.clock.now();
  const completed = await moveOrder(tx, order, { to: 'completed', now, by, text, set: { completedAt: now } });
  await shop.emit(orderCompleted, tx, toOrderEvent(completed));
  return changed;
}

/** Gives the pieces back. Not for an order that is paid: that one is refunded. */
export async function cancel(
  shop: Shop,
  tx: Tx,
  { orderId, by, text, reason }: Change & { readonly reason: Exclude<CancelReason, 'superseded'> },
): Promise<Changed> {
  const order = await lockOrder(tx, orderId);
  if (!order) return orderNotFound;
  return cancelLocked(shop, tx, order, { by, text, reason });
}

export async function cancelLocked(
  shop: Shop,
  tx: Tx,
  order: LockedOrder,
  { by, text, reason }: Omit<Change, 'orderId'> & { readonly reason: CancelReason },
): Promise<Changed> {
  if (order.status === 'cancelled') return unchanged;
  if (!mayBecome(order.status, 'cancelled') || order.paidAt) return statusNotAllowed(order.status);
  const now = shop.clock.now();
  const set = { cancelReason: reason, cancelledAt: now, dueAt: null };
  const cancelled = await moveOrder(tx, order, { to: 'cancelled', now, by, text, set });
  await releaseHolds(shop, tx, order.id, order.status === 'processing' ? 'sold' : 'held', `order:${order.number}`);
  await shop.emit(orderCancelled, tx, { ...toOrderEvent(cancelled), reason });
  if (wasTold(order)) await addOrderMail(shop, tx, { order: order.id, kind: 'cancelled' });
  return changed;
}

/** An order that was still waiting for its first payment has sent no mail, so it needs none now. */
function wasTold(order: LockedOrder): boolean {
  return order.status === 'on-hold' || order.status === 'processing';
}
