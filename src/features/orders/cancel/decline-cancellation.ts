import { eq } from 'drizzle-orm';
import { sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Refusal } from '#platform/mutations/mutation.ts';
import type { Author } from '#platform/sessions/author.ts';
import { enqueueOrderMail } from '../emails/order-mail-job.ts';
import { addHistoryEntry } from '../history.ts';
import {
  isCancelRequested,
  type LockedOrder,
  lockOrder,
  type OrderNotFound,
  orderNotFound,
} from '../status/order-status.ts';
import { orders } from '../tables.ts';
import { orderTexts as texts } from '../texts.ts';

export type DeclineResult =
  | { readonly ok: true; readonly order: LockedOrder }
  | Refusal<'CANCELLATION_ANSWERED'>
  | OrderNotFound;

/** The shop refunds late payments automatically. Such refunds do not answer the shopper's request. */
const findRefundOnItsWay = sqlQuery<object>(
  'orders.find-refund-on-its-way',
  `select from refunds where order_id = $1 and status = 'requested' and cause <> 'late-payment' limit 1`,
);

/**
 * Declines the shopper's request to cancel an order, so that the order is shipped. Refused while a refund of the
 * order is in progress, since the order would be shipped although its money is returned.
 * @param text tells the shopper why
 */
export async function declineCancellation(
  shop: Shop,
  tx: Tx,
  { orderId, text, by }: { readonly orderId: number; readonly text: string; readonly by: Author },
): Promise<DeclineResult> {
  const order = await lockOrder(tx, orderId);
  if (!order) return orderNotFound;
  if (!isCancelRequested(order) || (await findRefundOnItsWay(tx, [orderId])).length > 0)
    return { ok: false, code: 'CANCELLATION_ANSWERED' };
  const now = shop.clock.now();
  await tx.update(orders).set({ cancelDeclinedAt: now, updatedAt: now }).where(eq(orders.id, orderId));
  const note = await addHistoryEntry(tx, { orderId, at: now, text, by });
  await enqueueOrderMail(shop, tx, { order: orderId, kind: 'cancel-declined', note });
  return { ok: true, order };
}

/**
 * Provides `payments.refund-proposals`: proposes to refund an order completely when its shopper has requested its
 * cancellation and no unit was sent.
 */
export async function proposeCancelledRefund({ t }: Shop, tx: Tx, orderId: number) {
  const order = await lockOrder(tx, orderId);
  if (!order || !isCancelRequested(order)) return null;
  return { units: null, restock: true, lead: t(texts.refundCancels) };
}
