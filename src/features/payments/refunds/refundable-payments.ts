import { sqlQuery, type Tx } from '#platform/database/database.ts';
import type { RefundablePayment } from './refund-amounts.ts';

/** Captured money of an order's payments that no refund has taken or reserved, newest capture first. */
const selectRefundable = sqlQuery<RefundablePayment>(
  'payments.lock-refundable-payments',
  `select p.id, p.captured - p.refunded - (
      select coalesce(sum(t.amount), 0)::bigint from payment_transactions t
      where t.payment_id = p.id and t.kind = 'refund' and t.status = 'requested') as left
  from payments p where p.order_id = $1 and p.captured > 0
  order by p.id = $2 desc, (select max(t.id) from payment_transactions t
    where t.payment_id = p.id and t.kind = 'capture' and t.status = 'succeeded') desc
  for update of p`,
);

/** @param first the payment to take money from before all others */
export function findRefundablePayments(tx: Tx, orderId: number, first = 0): Promise<RefundablePayment[]> {
  return selectRefundable(tx, [orderId, first]);
}

export const sumLeft = (payments: readonly RefundablePayment[]) => payments.reduce((sum, { left }) => sum + left, 0);
