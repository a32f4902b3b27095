import { eq } from 'drizzle-orm';
import {
  awaitsRest,
  calculateAmountDue,
  changePaymentMethod,
  enqueueOrderMail,
  type LockedOrder,
  lockOrder,
  markOrderPaid,
  markPaymentFailed,
  postponeExpiry,
} from '#features/orders/index.ts';
import { sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { createSystemActor } from '#platform/sessions/actor.ts';
import {
  amountDiffers,
  getUncaptured,
  hasEnded,
  isAbandoned,
  isAwaitingShopper,
  isDeclined,
  listTransactions,
  lockPayment,
  type Payment,
  requestedBy,
} from '../ledger/payment.ts';
import { cancelOfflinePayments } from '../ledger/payments-of-order.ts';
import { requestTransaction } from '../ledger/write-transactions.ts';
import type { RemoteProvider } from '../providers/remote-provider.ts';
import { finishRefunds } from '../refunds/finish-refunds.ts';
import { requestHeldRefund } from '../refunds/refund-held.ts';
import { payments } from '../tables.ts';
import { handleLateMoney } from './late-money.ts';

interface ConsequenceFacts {
  readonly provider: RemoteProvider;
  /** Whether the shopper has agreed and the provider waits for the shop's request. */
  readonly isApproved: boolean;
  /** Amount that the shopper has agreed to, in minor units. Default: the amount of the payment. */
  readonly agreedAmount?: number | undefined;
}

/**
 * Updates the order after the sums or the state of a payment have changed: marks the order as paid or failed,
 * requests the capture, voids money that was authorized too late, refunds money that was captured too late. Money of
 * a payment that began before its order and got no order in time is voided or refunded. The caller holds the locks of
 * the order and the payment.
 */
export async function applyConsequences(shop: Shop, tx: Tx, paymentId: number, facts: ConsequenceFacts): Promise<void> {
  const held = await lockPayment(tx, paymentId);
  const { orderId } = held;
  if (orderId === null) {
    if (!isAbandoned(shop, held)) return;
    await voidAuthorization(shop, tx, held);
    await requestHeldRefund(shop, tx, held, requestedBy);
    return;
  }
  await finishRefunds(shop, tx, orderId);
  const order = await readOrder(tx, orderId);
  const payment = await lockPayment(tx, paymentId);
  const awaitsPayment = order.paidAt === null && order.status !== 'cancelled';
  if (!awaitsPayment) return endLatePayment(shop, tx, order, payment);
  if (await payIfCovered(shop, tx, { order, payment, provider: facts.provider }))
    return endLatePayment(shop, tx, await readOrder(tx, orderId), payment);
  await continuePayment(shop, tx, order, payment, facts);
}

/**
 * Marks the order as paid when the captured money covers it. Also called before a refund of the provider is recorded,
 * so that it refunds a paid order even when the shop learns of the capture and the refund at once. The caller holds
 * the locks of the order and the payment.
 * @returns whether the order was marked as paid
 */
export async function payCoveredOrder(
  shop: Shop,
  tx: Tx,
  paymentId: number,
  provider: RemoteProvider,
): Promise<boolean> {
  const payment = await lockPayment(tx, paymentId);
  if (payment.orderId === null) return false;
  return payIfCovered(shop, tx, { order: await readOrder(tx, payment.orderId), payment, provider });
}

interface CoveredFacts extends Pick<ConsequenceFacts, 'provider'> {
  readonly order: LockedOrder;
  readonly payment: Payment;
}

async function payIfCovered(shop: Shop, tx: Tx, { order, payment, provider }: CoveredFacts): Promise<boolean> {
  if (payment.captured === 0) return false;
  if (order.paidAt !== null || order.status === 'cancelled' || calculateAmountDue(order) !== 0) return false;
  const { ok } = await markOrderPaid(shop, tx, { orderId: order.id, by: createSystemActor(provider.id) });
  if (ok) await keepPaymentMethod(shop, tx, order, provider);
  return ok;
}

/**
 * Changes the payment method of an order that was paid by another provider than planned, and tells the shop that the
 * planned payment will not come.
 */
async function keepPaymentMethod(shop: Shop, tx: Tx, order: LockedOrder, provider: RemoteProvider): Promise<void> {
  if (order.paymentMethod === provider.id) return;
  await changePaymentMethod(shop, tx, order, {
    id: provider.id,
    title: provider.title(shop),
    by: createSystemActor(provider.id),
  });
  await cancelOfflinePayments(shop, tx, order.id);
  if (order.status === 'on-hold' || order.status === 'processing')
    await enqueueOrderMail(shop, tx, { order: order.id, kind: 'paid-otherwise' });
}

async function readOrder(tx: Tx, orderId: number): Promise<LockedOrder> {
  const order = await lockOrder(tx, orderId);
  if (!order) throw new Error(`order ${orderId} does not exist`);
  return order;
}

const countInProgress = sqlQuery<{ requests: number; live: number }>(
  'payments.count-in-progress',
  `select
    (select count(*)::integer from payment_transactions t join payments p on p.id = t.payment_id
      where p.order_id = $1 and t.status = 'requested' and t.kind in ('authorize', 'capture')) as requests,
    (select count(*)::integer from payments where order_id = $1 and id <> $2
      and status in ('created', 'requires_action', 'pending', 'open')) as live`,
);

/** Requests the money of an order that waits for it, once, or marks the order as failed. */
async function continuePayment(
  shop: Shop,
  tx: Tx,
  order: LockedOrder,
  payment: Payment,
  { provider, isApproved, agreedAmount }: ConsequenceFacts,
): Promise<void> {
  // After this payment the shopper has chosen payment on delivery, so the authorized money is released.
  if (order.status === 'processing' && !awaitsRest(order)) return voidAuthorization(shop, tx, payment);
  // Only orders in these states reserve stock and wait for money.
  if (!['pending', 'failed', 'on-hold', 'processing'].includes(order.status)) return;
  const [inProgress = { requests: 0, live: 0 }] = await countInProgress(tx, [order.id, payment.id]);
  if (inProgress.requests > 0) return;
  if (isAwaitingShopper(payment, await listTransactions(tx, payment.id))) return;
  const uncaptured = getUncaptured(payment);
  // Another tab, or a program at the provider, has changed the amount to which the shopper agreed there. The payment's
  // own amount is then not captured.
  const isOther = agreedAmount !== undefined && agreedAmount !== payment.amount;
  if (!hasEnded(payment) && isOther && (isApproved || uncaptured > 0))
    return failPayment(shop, tx, order, payment, inProgress.live === 0);
  if (!hasEnded(payment) && (uncaptured > 0 || isApproved)) {
    const kind = uncaptured === 0 && isAuthorizedFirst(shop, provider) ? 'authorize' : 'capture';
    const amount = Math.min(uncaptured > 0 ? uncaptured : payment.amount, calculateAmountDue(order));
    await requestTransaction(shop, tx, { paymentId: payment.id, kind, amount, by: requestedBy });
    if (order.status !== 'processing') await postponeExpiry(shop, tx, order);
  } else if (hasEnded(payment)) {
    await voidAuthorization(shop, tx, payment);
    if (inProgress.live === 0) await markPaymentFailed(shop, tx, order, createSystemActor(payment.provider));
  }
}

const isAuthorizedFirst = (shop: Shop, { authorize, ...provider }: RemoteProvider): boolean =>
  authorize !== undefined && (provider.isAuthorizedFirst?.(shop) ?? true);

async function failPayment(shop: Shop, tx: Tx, order: LockedOrder, payment: Payment, isLast: boolean): Promise<void> {
  const { id, provider } = payment;
  shop.log.warn({ payment: id }, 'a payment was agreed to at another amount, and was not captured');
  await tx.update(payments).set({ status: 'failed', failure: amountDiffers }).where(eq(payments.id, id));
  await voidAuthorization(shop, tx, payment);
  if (isLast) await markPaymentFailed(shop, tx, order, createSystemActor(provider));
}

/** Ends a payment whose order is paid or has ended and needs no more money. */
async function endLatePayment(shop: Shop, tx: Tx, order: LockedOrder, payment: Payment): Promise<void> {
  await handleLateMoney(shop, tx, order, payment);
  await voidAuthorization(shop, tx, payment);
}

/** Requests once that authorized money is released. */
async function voidAuthorization(shop: Shop, tx: Tx, payment: Payment): Promise<void> {
  const uncaptured = getUncaptured(payment);
  if (uncaptured === 0 || payment.status === 'expired' || payment.status === 'cancelled') return;
  const transactions = await listTransactions(tx, payment.id);
  const isAsked = transactions.some(
    ({ kind, status }) => status === 'requested' && (kind === 'capture' || kind === 'void'),
  );
  if (isAsked || isDeclined(transactions, 'void')) return;
  await requestTransaction(shop, tx, { paymentId: payment.id, kind: 'void', amount: uncaptured, by: requestedBy });
}
