import { inTransaction, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { isDeclined, listTransactions, lockPayment, type Payment, requestedBy } from '../ledger/payment.ts';
import { requestTransaction } from '../ledger/write-transactions.ts';

/**
 * Requests that the captured money of a locked payment without an order is given back. A refund that
 * the provider has declined is not tried again by the shop: staff decides.
 * @returns whether it was requested
 */
export async function requestHeldRefund(
  shop: Shop,
  tx: Tx,
  { id: paymentId, captured, refunded }: Payment,
  by: string,
): Promise<boolean> {
  const amount = captured - refunded;
  if (amount <= 0) return false;
  const transactions = await listTransactions(tx, paymentId);
  const isAsked = transactions.some(({ kind, status }) => kind === 'refund' && status === 'requested');
  if (isAsked || (by === requestedBy && isDeclined(transactions, 'refund'))) return false;
  await requestTransaction(shop, tx, { paymentId, kind: 'refund', amount, by });
  return true;
}

type HeldRefundResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly code: 'PAYMENT_HAS_ORDER' | 'NOTHING_TO_REFUND' };

/** Requests for staff that a payment without an order is given back. Settle it after this. */
export async function refundWithoutOrder(shop: Shop, paymentId: number): Promise<HeldRefundResult> {
  return inTransaction(shop.db, async (tx): Promise<HeldRefundResult> => {
    const payment = await lockPayment(tx, paymentId);
    if (payment.orderId !== null) return { ok: false, code: 'PAYMENT_HAS_ORDER' };
    const isRequested = await requestHeldRefund(shop, tx, payment, 'shop');
    return isRequested ? { ok: true } : { ok: false, code: 'NOTHING_TO_REFUND' };
  });
}
