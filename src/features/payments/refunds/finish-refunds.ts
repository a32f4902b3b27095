import { eq } from 'drizzle-orm';
import { cancelUnits } from '#features/fulfilment/index.ts';
import { enqueueOrderMail, lockOrder, recordFailedRefund, recordRefund } from '#features/orders/index.ts';
import { sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Author } from '#platform/sessions/author.ts';
import { type RefundCause, refundLines, refunds } from '../tables.ts';
import { changeRefundLines } from './change-refund-lines.ts';

interface AnsweredRefund {
  readonly id: number;
  /** Requested amount in minor units. */
  readonly amount: number;
  /** Amount that the payments have returned, in minor units. */
  readonly refunded: number;
  readonly reason: string;
  readonly by: string;
  readonly staffId: number | null;
  readonly cause: RefundCause;
}

/** Selects the requested refunds of an order whose transactions are all answered. */
const selectAnswered = sqlQuery<AnsweredRefund>(
  'payments.find-answered-refunds',
  `select r.id, r.amount, coalesce(sum(t.amount) filter (where t.status = 'succeeded'), 0)::bigint as refunded, r.reason, r.by, r.by_staff_id as "staffId", r.cause
  from refunds r join payment_transactions t on t.refund_id = r.id
  where r.order_id = $1 and r.status = 'requested'
  group by r.id having count(*) filter (where t.status = 'requested') = 0 order by r.id`,
);

/**
 * Finishes the refunds of a locked order whose transactions are finished. A refund that returned a part of its amount
 * has succeeded with this part; the rest can be refunded again. The shop is told which amounts were not returned.
 */
export async function finishRefunds(shop: Shop, tx: Tx, orderId: number): Promise<void> {
  for (const refund of await selectAnswered(tx, [orderId])) {
    if (refund.refunded > 0) await finishSucceededRefund(shop, tx, orderId, refund);
    else await finishFailedRefund(shop, tx, orderId, refund);
  }
}

async function finishSucceededRefund(shop: Shop, tx: Tx, orderId: number, refund: AnsweredRefund): Promise<void> {
  const { id: refundId, amount, refunded, reason, cause } = refund;
  const by = { name: refund.by, staffId: refund.staffId };
  await changeRefundLines(tx, orderId, refund);
  const finished = { status: 'succeeded', amount: refunded, finishedAt: shop.clock.now() } as const;
  await tx.update(refunds).set(finished).where(eq(refunds.id, refundId));
  // Read the order again, because the transactions have changed its sums.
  const order = await lockOrder(tx, orderId);
  if (!order) return;
  if (refunded < amount) await recordFailedRefund(shop, tx, order, { amount: amount - refunded, by });
  const isCarried = cause === 'exchange';
  await recordRefund(shop, tx, order, { refundId, amount: refunded, reason, by, isCarried });
  // Exchanged units were shipped. Other units of their lines still have to be shipped, so no units are cancelled.
  if (!isCarried) await cancelRefundedUnits(shop, tx, orderId, refundId, by);
  if (refunded < amount)
    await enqueueOrderMail(shop, tx, { order: orderId, kind: 'refund-incomplete', refund: refundId });
  else if (cause === 'late-payment')
    await enqueueOrderMail(shop, tx, { order: orderId, kind: 'late-payment-refunded', refund: refundId });
}

async function finishFailedRefund(shop: Shop, tx: Tx, orderId: number, refund: AnsweredRefund): Promise<void> {
  const { id: refundId, amount, cause } = refund;
  const by = { name: refund.by, staffId: refund.staffId };
  const finished = { status: 'failed', finishedAt: shop.clock.now() } as const;
  await tx.update(refunds).set(finished).where(eq(refunds.id, refundId));
  const order = await lockOrder(tx, orderId);
  if (order) await recordFailedRefund(shop, tx, order, { amount, by });
  const kind = cause === 'late-payment' ? 'late-payment-kept' : 'refund-failed';
  await enqueueOrderMail(shop, tx, { order: orderId, kind, refund: refundId });
}

/** Cancels refunded units that were not shipped. */
async function cancelRefundedUnits(shop: Shop, tx: Tx, orderId: number, refundId: number, by: Author): Promise<void> {
  const items = await tx.select().from(refundLines).where(eq(refundLines.refundId, refundId));
  const units = items.flatMap(({ orderLineId, quantity }) =>
    orderLineId && quantity ? [{ lineId: orderLineId, quantity }] : [],
  );
  const order = units.length > 0 ? await lockOrder(tx, orderId) : null;
  if (order) await cancelUnits(shop, tx, order, { units, by });
}
