import { sqlQuery, type Tx } from '#platform/database/database.ts';

/**
 * Calculates the share of `units` of a line with `quantity` units, when `done` units were refunded before: f(done +
 * units) − f(done) with f(i) = round(total · i / quantity). In whatever steps a quantity is refunded, the shares add
 * up to the total.
 * @param total minor units, 0 or more
 */
export function calculateUnitShare(total: number, quantity: number, done: number, units: number): number {
  return roundShare(total, done + units, quantity) - roundShare(total, done, quantity);
}

/** Rounds half away from zero, with BigInt: amounts times quantities exceed the safe integers. */
function roundShare(total: number, units: number, quantity: number): number {
  const divisor = BigInt(quantity) * 2n;
  return Number((BigInt(total) * BigInt(units) * 2n + BigInt(quantity)) / divisor);
}

export interface RefundablePayment {
  readonly id: number;
  /** Captured money that is neither refunded nor reserved by a requested refund. */
  readonly left: number;
}

export interface PaymentShare {
  readonly paymentId: number;
  readonly amount: number;
}

/**
 * Takes an amount from payments in the given order.
 * @returns null when the payments have less money
 */
export function allocateToPayments(amount: number, payments: readonly RefundablePayment[]): PaymentShare[] | null {
  const shares: PaymentShare[] = [];
  let rest = amount;
  for (const { id, left } of payments) {
    const part = Math.min(rest, left);
    if (part > 0) shares.push({ paymentId: id, amount: part });
    rest -= part;
  }
  return rest === 0 ? shares : null;
}

/**
 * Selects and locks the captured money of an order's payments that no refund has returned or reserved, newest capture
 * first.
 */
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

/** @param first id of the payment that is listed before all others */
export function findRefundablePayments(tx: Tx, orderId: number, first = 0): Promise<RefundablePayment[]> {
  return selectRefundable(tx, [orderId, first]);
}

export const sumLeft = (payments: readonly RefundablePayment[]) => payments.reduce((sum, { left }) => sum + left, 0);
