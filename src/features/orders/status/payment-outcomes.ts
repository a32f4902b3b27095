import { eq } from 'drizzle-orm';
import { awaitAll, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { formatMoney } from '#platform/money/money.ts';
import type { Author } from '#platform/sessions/author.ts';
import { enqueueOrderMail } from '../emails/order-mail-job.ts';
import { orderRefunded } from '../events.ts';
import { addHistoryEntry } from '../history.ts';
import { orderSettings } from '../settings.ts';
import { orders } from '../tables.ts';
import { canTransition, changeOrderStatus, type LockedOrder, orderColumns, toOrderEvent } from './order-status.ts';

const minuteMs = 60 * 1000;

/**
 * Marks the payment of a pending order as failed. The order keeps its stock and its due time, since the shopper may
 * try again.
 */
export async function markPaymentFailed(shop: Shop, tx: Tx, order: LockedOrder, by: Author): Promise<void> {
  if (order.status !== 'pending') return;
  await changeOrderStatus(shop, tx, order, { to: 'failed', now: shop.clock.now(), by });
}

/** Makes a failed order wait for another payment, with its stock and its due time. */
export async function resumePayment(shop: Shop, tx: Tx, order: LockedOrder, by: Author): Promise<LockedOrder> {
  if (order.status !== 'failed') return order;
  return changeOrderStatus(shop, tx, order, { to: 'pending', now: shop.clock.now(), by });
}

/** Sets another payment method for a locked order, and writes the former and the new method to the history. */
export async function changePaymentMethod(
  { clock }: Shop,
  tx: Tx,
  order: LockedOrder,
  { id, title, by }: { readonly id: string; readonly title: string; readonly by: Author },
): Promise<LockedOrder> {
  if (order.paymentMethod === id) return order;
  const set = { paymentMethod: id, paymentTitle: title, updatedAt: clock.now() };
  const text = `payment method: ${order.paymentTitle} → ${title}`;
  await awaitAll([
    tx.update(orders).set(set).where(eq(orders.id, order.id)),
    addHistoryEntry(tx, { orderId: order.id, at: clock.now(), text, by }),
  ]);
  return { ...order, ...set };
}

const keepCarried = sqlQuery<LockedOrder>(
  'orders.keep-carried-total',
  `update orders set carried_total = captured_total - refunded_total where id = $1 returning ${orderColumns}`,
);

/** Records how much money the order took over from the order that it replaces, whose payments it has now. */
export async function keepCarriedTotal(tx: Tx, orderId: number): Promise<LockedOrder> {
  const [order] = await keepCarried(tx, [orderId]);
  if (!order) throw new Error(`order ${orderId} does not exist`);
  return order;
}

/** Extends the due time of a locked unpaid order, so that a payment in progress has time to end. */
export async function postponeExpiry(shop: Shop, tx: Tx, order: LockedOrder): Promise<void> {
  const now = shop.clock.now();
  const dueAt = new Date(now.getTime() + shop.settings(orderSettings).pendingMinutes * minuteMs);
  if (order.dueAt && order.dueAt >= dueAt) return;
  await tx.update(orders).set({ dueAt, updatedAt: now }).where(eq(orders.id, order.id));
}

interface SucceededRefund {
  readonly refundId: number;
  /** Minor units. */
  readonly amount: number;
  readonly reason: string;
  readonly by: Author;
  /** Whether the money was carried over to another order, whose mails tell the shopper so. */
  readonly isCarried: boolean;
}

interface FailedRefund {
  /** Amount that was not refunded, in minor units. */
  readonly amount: number;
  readonly by: Author;
}

export async function recordFailedRefund(
  { clock, choices }: Shop,
  tx: Tx,
  { id: orderId, currency }: LockedOrder,
  { amount, by }: FailedRefund,
): Promise<void> {
  const text = `refund of ${formatMoney({ amount, currency }, choices.locale)} failed`;
  await addHistoryEntry(tx, { orderId, at: clock.now(), text, by });
}

/**
 * Records a succeeded refund of a locked order in its history, and sends the mail. The order must have been read
 * after its sums changed: when no money is left, a paid order becomes `refunded`.
 */
export async function recordRefund(
  shop: Shop,
  tx: Tx,
  order: LockedOrder,
  { refundId, amount, reason, by, isCarried }: SucceededRefund,
): Promise<void> {
  const now = shop.clock.now();
  const money = formatMoney({ amount, currency: order.currency }, shop.choices.locale);
  const text = [money, reason].filter((part) => part !== '').join(': ');
  await addHistoryEntry(tx, { orderId: order.id, at: now, kind: 'refund', text, by });
  const isFullRefund = order.paidAt !== null && order.refundedTotal === order.capturedTotal;
  const updated =
    isFullRefund && canTransition(order.status, 'refunded')
      ? await changeOrderStatus(shop, tx, order, { to: 'refunded', now, by })
      : order;
  await shop.emit(orderRefunded, tx, { ...toOrderEvent(updated), refundId, amount });
  if (!isCarried) await enqueueOrderMail(shop, tx, { order: order.id, kind: 'refunded', refund: refundId });
}
