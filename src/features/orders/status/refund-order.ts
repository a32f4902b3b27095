import { eq } from 'drizzle-orm';
import { returnToStock } from '#features/inventory/index.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { enqueueOrderMail } from '../emails/order-mail-job.ts';
import { orderRefunded } from '../events.ts';
import { orderHistory, orderLines, refunds } from '../tables.ts';
import {
  canTransition,
  changeOrderStatus,
  type LockedOrder,
  lockOrder,
  type OrderNotFound,
  orderNotFound,
  type StatusNotAllowed,
  statusNotAllowed,
  toOrderEvent,
} from './order-status.ts';

export interface RefundInput {
  readonly orderId: number;
  /** Minor units of the order's currency; null for the remaining amount. */
  readonly amount: number | null;
  readonly reason: string;
  /** Returns all items to stock when the rest of the order is refunded. An amount names no items. */
  readonly restock: boolean;
  /** Idempotency key. */
  readonly requestKey: string;
  readonly by: string;
}

/** `left`: what can still be refunded, in minor units. */
export type RefundResult =
  | { readonly ok: true; readonly changed: boolean; readonly refundId: number; readonly amount: number }
  | { readonly ok: false; readonly code: 'REFUND_TOO_LARGE'; readonly left: number }
  | { readonly ok: false; readonly code: 'REFUND_AMOUNT_INVALID' | 'REQUEST_KEY_USED' }
  | OrderNotFound
  | StatusNotAllowed;

/**
 * Records a refund, never more than was paid: the order's row is locked, and a trigger adds up the
 * refunds. A full refund changes the status to `refunded`.
 */
export async function refundOrder(shop: Shop, tx: Tx, input: RefundInput): Promise<RefundResult> {
  const order = await lockOrder(tx, input.orderId);
  if (!order) return orderNotFound;
  const [existing] = await tx.select().from(refunds).where(eq(refunds.requestKey, input.requestKey));
  if (existing) return answerRepeatedRefund(existing, input);
  if (!order.paidAt || !canTransition(order.status, 'refunded')) return statusNotAllowed(order.status);
  const left = order.total - order.refundedTotal;
  const amount = input.amount ?? left;
  if (!Number.isSafeInteger(amount) || amount <= 0) return { ok: false, code: 'REFUND_AMOUNT_INVALID' };
  if (amount > left) return { ok: false, code: 'REFUND_TOO_LARGE', left };
  const { requestKey, reason, restock, orderId } = input;
  const now = shop.clock.now();
  const [refund] = await tx
    .insert(refunds)
    .values({ orderId, amount, reason, restock, requestKey, createdAt: now })
    .returning();
  if (!refund) throw new Error('the refund was not written');
  const updated = await recordRefund(shop, tx, order, { ...input, amount, now, isFullRefund: amount === left });
  if (restock && amount === left) await returnAllUnits(shop, tx, orderId, `refund:${refund.id}`);
  await shop.emit(orderRefunded, tx, { ...toOrderEvent(updated), refundId: refund.id, amount });
  await enqueueOrderMail(shop, tx, { order: orderId, kind: 'refunded', refund: refund.id });
  return { ok: true, changed: true, refundId: refund.id, amount };
}

async function returnAllUnits(shop: Shop, tx: Tx, orderId: number, reference: string): Promise<void> {
  const units = await tx
    .select({ lineId: orderLines.id, quantity: orderLines.quantity })
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId));
  await returnToStock(shop, tx, orderId, units, reference);
}

function answerRepeatedRefund(existing: typeof refunds.$inferSelect, { orderId, amount }: RefundInput): RefundResult {
  const isSame = existing.orderId === orderId && (amount === null || existing.amount === amount);
  return isSame
    ? { ok: true, changed: false, refundId: existing.id, amount: existing.amount }
    : { ok: false, code: 'REQUEST_KEY_USED' };
}

interface RefundRecord {
  readonly amount: number;
  readonly reason: string;
  readonly by: string;
  readonly now: Date;
  readonly isFullRefund: boolean;
}

async function recordRefund(
  shop: Shop,
  tx: Tx,
  order: LockedOrder,
  { amount, reason, by, now, isFullRefund }: RefundRecord,
): Promise<LockedOrder> {
  const text = [`${amount} ${order.currency}`, reason].filter((part) => part !== '').join(': ');
  await tx.insert(orderHistory).values({ orderId: order.id, at: now, kind: 'refund', text, by });
  return isFullRefund ? changeOrderStatus(shop, tx, order, { to: 'refunded', now, by }) : order;
}
