import { eq } from 'drizzle-orm';
import { type Db, inTransaction, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { toAuthorColumns } from '#platform/sessions/author.ts';
import { enqueueOrderMail } from '../emails/order-mail-job.ts';
import { hasPaymentInProgress, paymentRefresh } from '../ports.ts';
import { orderSettings } from '../settings.ts';
import { cancelLockedOrder, hasShipment } from '../status/change-order.ts';
import {
  canTransition,
  isCancelRequested,
  type LockedOrder,
  lockOrder,
  type OrderNotFound,
  orderNotFound,
} from '../status/order-status.ts';
import { orderHistory, orders } from '../tables.ts';
import { orderTexts as texts } from '../texts.ts';

/** How a shopper may cancel an order: at once, or by a request since money of it has to go back. Null: not at all. */
export type CancelWay = 'at-once' | 'request' | null;

type OrderFacts = Pick<
  LockedOrder,
  | ('id' | 'status' | 'total' | 'paidAt' | 'capturedTotal' | 'refundedTotal')
  | ('cancelRequestedAt' | 'cancelDeclinedAt')
>;

export async function findCancelWay(
  { settings }: Pick<Shop, 'settings'>,
  db: Db,
  order: OrderFacts,
): Promise<CancelWay> {
  if (!settings(orderSettings).canShopperCancel || order.cancelRequestedAt !== null) return null;
  if (!canTransition(order.status, 'cancelled') || (await hasShipment(db, order.id))) return null;
  const hasMoney = order.capturedTotal > order.refundedTotal || (order.paidAt !== null && order.total > 0);
  return hasMoney ? 'request' : 'at-once';
}

export type ShopperCancelResult =
  | { readonly ok: true; readonly outcome: 'cancelled' | 'requested' }
  | { readonly ok: false; readonly code: 'CANCEL_TOO_LATE' | 'CANCEL_WHILE_PAYING' }
  | OrderNotFound;

/** What the page of the order says when it could not be cancelled. */
export const cancelNotices = {
  CANCEL_TOO_LATE: texts.cancelTooLate,
  CANCEL_WHILE_PAYING: texts.cancelWhilePaying,
};

/**
 * Cancels an order for its shopper, or files the request to do so when it was paid. Asks the providers first, since a
 * payment may have been made a moment ago. Idempotent.
 */
export async function cancelByShopper(shop: Shop, orderId: number): Promise<ShopperCancelResult> {
  await Promise.all(shop.implementations(paymentRefresh).map((refresh) => refresh(shop, orderId)));
  return inTransaction(shop.db, (tx) => cancelUnderLock(shop, tx, orderId));
}

async function cancelUnderLock(shop: Shop, tx: Tx, orderId: number): Promise<ShopperCancelResult> {
  const order = await lockOrder(tx, orderId);
  if (!order) return orderNotFound;
  if (order.status === 'cancelled') return { ok: true, outcome: 'cancelled' };
  if (isCancelRequested(order)) return { ok: true, outcome: 'requested' };
  const way = await findCancelWay(shop, tx, order);
  if (way === null) return { ok: false, code: 'CANCEL_TOO_LATE' };
  if (await hasPaymentInProgress(shop, tx, orderId)) return { ok: false, code: 'CANCEL_WHILE_PAYING' };
  if (way === 'request') {
    await fileRequest(shop, tx, order);
    return { ok: true, outcome: 'requested' };
  }
  const result = await cancelLockedOrder(shop, tx, order, { by: 'shopper', reason: 'by-shopper' });
  return result.ok ? { ok: true, outcome: 'cancelled' } : { ok: false, code: 'CANCEL_TOO_LATE' };
}

async function fileRequest(shop: Shop, tx: Tx, { id }: LockedOrder): Promise<void> {
  const now = shop.clock.now();
  await tx.update(orders).set({ cancelRequestedAt: now, updatedAt: now }).where(eq(orders.id, id));
  const entry = { orderId: id, at: now, kind: 'note', text: 'asked to cancel the order' } as const;
  await tx.insert(orderHistory).values({ ...entry, ...toAuthorColumns('shopper') });
  await enqueueOrderMail(shop, tx, { order: id, kind: 'cancel-requested' });
}
