import { eq } from 'drizzle-orm';
import { cancelUnits } from '#features/fulfilment/index.ts';
import { enqueueOrderMail, lockOrder, recordRefund } from '#features/orders/index.ts';
import { sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { refundLines, refunds } from '../tables.ts';

interface AnsweredRefund {
  readonly id: number;
  readonly amount: number;
  readonly reason: string;
  readonly by: string;
  readonly cause: 'staff' | 'late-payment';
  readonly failed: number;
}

/** Requested refunds of an order that no payment has to answer any more. */
const selectAnswered = sqlQuery<AnsweredRefund>(
  'payments.find-answered-refunds',
  `select r.id, r.amount, r.reason, r.by, r.cause, count(*) filter (where t.status = 'failed')::integer as failed
  from refunds r join payment_transactions t on t.refund_id = r.id
  where r.order_id = $1 and r.status = 'requested'
  group by r.id having count(*) filter (where t.status = 'requested') = 0 order by r.id`,
);

/**
 * Finishes the refunds of a locked order whose transactions are finished. One of which a part failed
 * has failed: what was given back is in the order's `refundedTotal`, the rest can be refunded again.
 */
export async function finishRefunds(shop: Shop, tx: Tx, orderId: number): Promise<void> {
  for (const { id: refundId, amount, reason, by, cause, failed } of await selectAnswered(tx, [orderId])) {
    const status = failed === 0 ? 'succeeded' : 'failed';
    await tx.update(refunds).set({ status, finishedAt: shop.clock.now() }).where(eq(refunds.id, refundId));
    // Read again: the transactions have changed the order's sums.
    const order = await lockOrder(tx, orderId);
    if (order && status === 'succeeded') {
      await recordRefund(shop, tx, order, { refundId, amount, reason, by });
      await cancelRefundedUnits(shop, tx, orderId, refundId, by);
    }
    if (cause === 'staff') continue;
    const kind = status === 'succeeded' ? 'late-payment-refunded' : 'late-payment-kept';
    await enqueueOrderMail(shop, tx, { order: orderId, kind, refund: refundId });
  }
}

/** Refunded units that were not shipped will not be. */
async function cancelRefundedUnits(shop: Shop, tx: Tx, orderId: number, refundId: number, by: string): Promise<void> {
  const items = await tx.select().from(refundLines).where(eq(refundLines.refundId, refundId));
  const units = items.flatMap(({ orderLineId, quantity }) =>
    orderLineId && quantity ? [{ lineId: orderLineId, quantity }] : [],
  );
  const order = units.length > 0 ? await lockOrder(tx, orderId) : null;
  if (order) await cancelUnits(shop, tx, order, { units, by });
}
