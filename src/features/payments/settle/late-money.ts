import {
  calculateAmountDue,
  cancelOrder,
  enqueueOrderMail,
  type LockedOrder,
  lockOrder,
  markOrderPaid,
  reopenOrder,
} from '#features/orders/index.ts';
import { sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { createSystemActor } from '#platform/sessions/actor.ts';
import type { Author } from '#platform/sessions/author.ts';
import type { Payment } from '../ledger/payment.ts';
import { isPaymentInProgress } from '../ledger/payments-of-order.ts';
import { findRefundablePayments } from '../refunds/refund-amounts.ts';
import { refundLateMoney } from '../refunds/request-refund.ts';
import { paymentTexts as texts } from '../texts.ts';

/** Money that an order did not need and that refunds return, in minor units. */
interface ReturnedMoney {
  /**
   * Refunds of late money. Their requested amount counts, since a part that a provider has refused is not requested
   * again.
   */
  readonly late: number;
  /** Money that other refunds have reserved or returned. */
  readonly other: number;
}

const selectReturned = sqlQuery<ReturnedMoney>(
  'payments.sum-returned-money',
  `select coalesce(sum(greatest(r.amount, r.requested_amount)) filter (
      where r.cause = 'late-payment' and not exists (select from refunds f where f.follows_id = r.id)), 0)::bigint as late,
    coalesce(sum((select sum(l.gross) from refund_lines l where l.refund_id = r.id and l.kind = 'unallocated'))
      filter (where r.cause <> 'late-payment' and r.status <> 'failed'), 0)::bigint as other
  from refunds r where r.order_id = $1`,
);

/**
 * Handles money for a locked order that is paid or was cancelled. An order that only expired, or was superseded by an
 * order that still waits for its payment, is reopened if its stock is still available. Otherwise the money above the
 * order's need is refunded: all of it when the order was never paid. A failed refund is not tried again
 * automatically: staff decide.
 */
export async function handleLateMoney(shop: Shop, tx: Tx, order: LockedOrder, payment: Payment): Promise<void> {
  if (await resumeCoveredOrder(shop, tx, order, createSystemActor(payment.provider))) return;
  const { late, other } = await sumReturned(tx, order.id);
  // Money that an order has taken over from the order that it replaces is not late money: staff refund it.
  const needed = order.paidAt === null ? 0 : Math.max(order.total, order.carriedTotal - other);
  const surplus = order.capturedTotal - needed - late - other;
  if (surplus <= 0) return;
  // Staff may already have requested a refund of it.
  const { left = 0 } = (await findRefundablePayments(tx, order.id)).find(({ id }) => id === payment.id) ?? {};
  const amount = Math.min(surplus, left);
  if (amount <= 0) return;
  const reason = shop.t(order.paidAt === null ? texts.lateReason : texts.surplusReason);
  await refundLateMoney(shop, tx, order, { paymentId: payment.id, amount, reason });
}

async function sumReturned(tx: Tx, orderId: number): Promise<ReturnedMoney> {
  return (await selectReturned(tx, [orderId]))[0] ?? { late: 0, other: 0 };
}

/**
 * Reopens a locked order that had ended, if its money covers it now and none of this money was returned.
 * @returns whether the order was reopened and paid
 */
export async function resumeCoveredOrder(shop: Shop, tx: Tx, order: LockedOrder, by: Author): Promise<boolean> {
  if (order.total === 0 || order.paidAt !== null || calculateAmountDue(order) > 0) return false;
  const { late, other } = await sumReturned(tx, order.id);
  return late + other === 0 && resumeOrder(shop, tx, order, by);
}

async function resumeOrder(shop: Shop, tx: Tx, order: LockedOrder, by: Author): Promise<boolean> {
  if (order.cancelReason === 'superseded' && !(await endSuccessor(shop, tx, order))) return false;
  if (!(await reopenOrder(shop, tx, order, by))) return false;
  const { ok } = await markOrderPaid(shop, tx, { orderId: order.id, by });
  if (!ok) throw new Error(`order ${order.number} was reopened and can't be paid`);
  await enqueueOrderMail(shop, tx, { order: order.id, kind: 'order-reopened' });
  return true;
}

/**
 * Cancels the order that superseded an order, if it still waits for its payment, so that its stock is free. Orders
 * are locked by id: the superseding order has the higher id.
 * @returns false when the superseding order stays, or has ended for another reason than its expiry
 */
async function endSuccessor(shop: Shop, tx: Tx, { id, supersededBy }: LockedOrder): Promise<boolean> {
  const successor = supersededBy === null ? null : await lockOrder(tx, supersededBy);
  if (!successor) return true;
  // Staff have changed the order, and the changed order has its money.
  if (successor.amendsOrderId === id) return false;
  if (successor.cancelReason === 'superseded') return endSuccessor(shop, tx, successor);
  if (successor.status === 'cancelled') return successor.cancelReason === 'expired';
  const isWaiting = successor.status === 'pending' || successor.status === 'failed';
  if (!isWaiting || (await isPaymentInProgress(tx, successor.id))) return false;
  const text = 'the order that it had replaced was paid';
  const { ok } = await cancelOrder(shop, tx, { orderId: successor.id, by: 'job', text, reason: 'by-shop' });
  return ok;
}
