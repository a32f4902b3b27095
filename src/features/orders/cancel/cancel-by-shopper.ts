import { eq } from 'drizzle-orm';
import { inTransaction, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Refusal } from '#platform/mutations/mutation.ts';
import { enqueueOrderMail } from '../emails/order-mail-job.ts';
import { addHistoryEntry } from '../history.ts';
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
import { orders } from '../tables.ts';
import { orderTexts as texts } from '../texts.ts';

/**
 * How a shopper may cancel an order: at once, or by a request because money has to be returned. Null when the shopper
 * may not cancel it.
 */
export type CancelWay = 'at-once' | 'request' | null;

/** True when a shopper may cancel an order or request its cancellation. */
export function canShopperCancel(
  { settings }: Pick<Shop, 'settings'>,
  { status, cancelRequestedAt }: Pick<LockedOrder, 'status' | 'cancelRequestedAt'>,
  isShipped: boolean,
): boolean {
  const isOpen = cancelRequestedAt === null && canTransition(status, 'cancelled');
  return isOpen && !isShipped && settings(orderSettings).canShopperCancel;
}

type MoneyColumn = 'total' | 'paidAt' | 'capturedTotal' | 'refundedTotal';

/** @param isShipped whether any unit of the order was sent */
export function findCancelWay(
  shop: Pick<Shop, 'settings'>,
  order: Pick<LockedOrder, 'status' | 'cancelRequestedAt' | MoneyColumn>,
  isShipped: boolean,
): CancelWay {
  if (!canShopperCancel(shop, order, isShipped)) return null;
  const hasMoney = order.capturedTotal > order.refundedTotal || (order.paidAt !== null && order.total > 0);
  return hasMoney ? 'request' : 'at-once';
}

export type ShopperCancelResult =
  | { readonly ok: true; readonly outcome: 'cancelled' | 'requested' }
  | Refusal<'CANCEL_TOO_LATE' | 'CANCEL_WHILE_PAYING'>
  | OrderNotFound;

export const cancelNotices = {
  CANCEL_TOO_LATE: texts.cancelTooLate,
  CANCEL_WHILE_PAYING: texts.cancelWhilePaying,
};

/**
 * Cancels an order for its shopper, or files the request to cancel it when it was paid. Asks the payment providers
 * first, since a payment may have been made a moment ago. Idempotent.
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
  const way = findCancelWay(shop, order, await hasShipment(tx, orderId));
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
  await addHistoryEntry(tx, { orderId: id, at: now, text: 'asked to cancel the order', by: 'shopper' });
  await enqueueOrderMail(shop, tx, { order: id, kind: 'cancel-requested' });
}
