import { inTransaction, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Refusal } from '#platform/mutations/mutation.ts';
import type { Author } from '#platform/sessions/author.ts';
import { isDeclined, listTransactions, lockPayment, type Payment, requestedBy } from '../ledger/payment.ts';
import { requestTransaction } from '../ledger/write-transactions.ts';
import { getRefundLimit, type RefundAuthor, type RefundOverLimit } from './refund-limit.ts';

/**
 * Requests a refund of the captured money of a locked payment without an order. A refund that the provider has
 * declined is not requested again automatically: staff decide.
 * @returns whether a refund was requested
 */
export async function requestHeldRefund(
  shop: Shop,
  tx: Tx,
  { id: paymentId, captured, refunded }: Payment,
  by: Author,
): Promise<boolean> {
  const amount = captured - refunded;
  if (amount <= 0) return false;
  const transactions = await listTransactions(tx, paymentId);
  const isAsked = transactions.some(({ kind, status }) => kind === 'refund' && status === 'requested');
  if (isAsked || (by === requestedBy && isDeclined(transactions, 'refund'))) return false;
  await requestTransaction(shop, tx, { paymentId, kind: 'refund', amount, by });
  return true;
}

type HeldRefundResult = { readonly ok: true } | Refusal<'PAYMENT_HAS_ORDER' | 'NOTHING_TO_REFUND'> | RefundOverLimit;

/** Requests a refund of a payment without an order, for staff. The caller settles the payment afterwards. */
export async function refundWithoutOrder(shop: Shop, paymentId: number, by: RefundAuthor): Promise<HeldRefundResult> {
  return inTransaction(shop.db, async (tx): Promise<HeldRefundResult> => {
    const payment = await lockPayment(tx, paymentId);
    if (payment.orderId !== null) return { ok: false, code: 'PAYMENT_HAS_ORDER' };
    const left = getRefundLimit(by);
    if (payment.captured - payment.refunded > left) return { ok: false, code: 'REFUND_OVER_LIMIT', left };
    const isRequested = await requestHeldRefund(shop, tx, payment, by);
    return isRequested ? { ok: true } : { ok: false, code: 'NOTHING_TO_REFUND' };
  });
}
