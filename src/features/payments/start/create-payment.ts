import { type LockedOrder, lockOrder } from '#features/orders/index.ts';
import { inTransaction, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { calculateAmountDue, hasEnded, listOrderPayments } from '../ledger/payment.ts';
import { findRemoteProvider, type OfflineDecision, type PaymentProvider } from '../providers/provider.ts';

/** How an order starts by its payment; `pending` waits for a remote provider. */
export type PaymentStart = { readonly status: 'pending' } | OfflineDecision;

/** Decides how a new order starts. */
export function decidePaymentStart(shop: Shop, order: LockedOrder, provider: PaymentProvider): PaymentStart {
  return provider.kind === 'offline' ? provider.decide(shop, order) : { status: 'pending' };
}

/**
 * Writes the payment of a new order, in the transaction that creates the order. A remote provider
 * is asked after the commit, by `beginPayment`.
 */
export async function createPayment(
  shop: Shop,
  tx: Tx,
  order: LockedOrder,
  { id, kind }: PaymentProvider,
): Promise<void> {
  await insertPayment(shop, tx, order, id, kind === 'offline' ? 'open' : 'created');
}

const insertPaymentRow = sqlQuery<{ id: number }>(
  'payments.insert-payment',
  `insert into payments (order_id, provider, amount, currency, status, created_at, updated_at) values ($1, $2, $3, $4, $5, $6, $6) returning id`,
);

/** Writes a payment of what a locked order still has to be paid. @returns its id */
export async function insertPayment(
  { clock }: Shop,
  tx: Tx,
  order: LockedOrder,
  provider: string,
  status: 'created' | 'open',
): Promise<number> {
  const { id: orderId, currency } = order;
  const now = clock.now();
  const amount = calculateAmountDue(order);
  const [payment] = await insertPaymentRow(tx, [orderId, provider, amount, currency, status, now]);
  if (!payment) throw new Error('the payment was not written');
  return payment.id;
}

/**
 * Finds the remote payment with which a shopper can go on, and writes a new one when the earlier
 * ones have ended: a declined payment never gets its key again.
 * @returns null when the order needs no remote payment
 */
export async function findOrCreateRetry(shop: Shop, orderId: number): Promise<number | null> {
  return inTransaction(shop.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order || (order.status !== 'pending' && order.status !== 'failed')) return null;
    const provider = findRemoteProvider(shop, order.paymentMethod);
    if (!provider || calculateAmountDue(order) === 0) return null;
    const [newest] = await listOrderPayments(tx, orderId);
    if (newest && !hasEnded(newest)) return newest.id;
    return insertPayment(shop, tx, order, provider.id, 'created');
  });
}
