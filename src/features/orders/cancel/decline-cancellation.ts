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

/** Money that comes too late is given back by itself, and answers no request. */
const findRefundOnItsWay = sqlQuery<object>(
  'orders.find-refund-on-its-way',
  `select from refunds where order_id = $1 and status = 'requested' and cause <> 'late-payment' limit 1`,
);

/**
 * Answers the shopper's request to cancel an order: it is sent all the same. Refused while its refund is on its
 * way: it would be sent, and its money given back.
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

/** Provides `payments.refund-proposals`: all of an order whose shopper has asked to cancel it, none of which was sent. */
export async function proposeCancelledRefund({ t }: Shop, tx: Tx, orderId: number) {
  const order = await lockOrder(tx, orderId);
  if (!order || !isCancelRequested(order)) return null;
  return { units: null, restock: true, lead: t(texts.refundCancels) };
}
