import {
  calculateAmountDue,
  canTransition,
  type LockedOrder,
  lockOrder,
  markOrderPaid,
  type OrderChange,
  type OrderChangeResult,
  type OrderNotFound,
  orderNotFound,
  type StatusNotAllowed,
  statusNotAllowed,
} from '#features/orders/index.ts';
import { sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Refusal } from '#platform/mutations/mutation.ts';
import { listOrderPayments, lockPayment } from '../ledger/payment.ts';
import { recordTransaction } from '../ledger/write-transactions.ts';
import { findRemoteProvider } from '../providers/provider.ts';
import { resumeCoveredOrder } from '../settle/late-money.ts';
import { insertPayment } from './create-payment.ts';

/** Provider of money that did not come by the order's remote provider. */
const manualProvider = 'manual';

interface ReceivedMoney extends OrderChange {
  /** Text for finding the money again, such as the number of a receipt. Default: none. */
  readonly reference?: string | undefined;
}

/**
 * Records that the amount due of an order has come by its offline payment, and marks the order as paid. Idempotent.
 */
export async function recordCapture(
  shop: Shop,
  tx: Tx,
  { reference = '', ...change }: ReceivedMoney,
): Promise<OrderChangeResult> {
  const order = await lockOrder(tx, change.orderId);
  if (!order) return orderNotFound;
  if (order.paidAt) return { ok: true, changed: false };
  if (order.status !== 'processing' && !canTransition(order.status, 'processing'))
    return statusNotAllowed(order.status);
  const amount = calculateAmountDue(order);
  const paymentId = (await findOfflinePayment(shop, tx, order.id)) ?? (await insertManualPayment(shop, tx, order));
  await lockPayment(tx, paymentId);
  const capture = { paymentId, kind: 'capture', status: 'succeeded', amount, by: change.by } as const;
  await recordTransaction(shop, tx, { ...capture, providerReference: reference || null });
  return markOrderPaid(shop, tx, change);
}

interface LateMoney extends ReceivedMoney {
  /** Minor units. */
  readonly amount: number;
  /** Whether staff confirm that this money is not the money of the same amount that was recorded before. */
  readonly isAnother: boolean;
}

type LateMoneyResult =
  | { readonly ok: true; readonly isResumed: boolean }
  /** Money of this amount was recorded before: it may be the same money. */
  | Refusal<'LATE_MONEY_RECORDED'>
  | OrderNotFound
  | StatusNotAllowed;

const listCapturing = sqlQuery<{ readonly provider: string }>(
  'payments.list-capturing-providers',
  `select distinct p.provider from payments p join payment_transactions t on t.payment_id = p.id
  where p.order_id = $1 and t.kind = 'capture' and t.status = 'succeeded' and t.amount = $2`,
);

/**
 * Records money that came outside of the providers after its order had ended. The order is reopened if the money
 * covers it and its items are still available. Otherwise staff refund the money.
 */
export async function recordLateCapture(
  shop: Shop,
  tx: Tx,
  { orderId, amount, isAnother, reference = '', by }: LateMoney,
): Promise<LateMoneyResult> {
  const order = await lockOrder(tx, orderId);
  if (!order) return orderNotFound;
  if (!canTakeLateMoney(order)) return statusNotAllowed(order.status);
  const capturing = isAnother ? [] : await listCapturing(tx, [orderId, amount]);
  if (capturing.some(({ provider }) => findRemoteProvider(shop, provider) === null))
    return { ok: false, code: 'LATE_MONEY_RECORDED' };
  const paymentId = await insertManualPayment(shop, tx, order);
  const capture = { paymentId, kind: 'capture', status: 'succeeded', amount, by } as const;
  await recordTransaction(shop, tx, { ...capture, providerReference: reference || null });
  // Read the order again, because the transaction has changed its sums.
  const received = await lockOrder(tx, orderId);
  return { ok: true, isResumed: received !== null && (await resumeCoveredOrder(shop, tx, received, by)) };
}

/** A superseded order takes no late money, since its money belongs to the order that replaced it. */
export const canTakeLateMoney = ({ status, cancelReason }: Pick<LockedOrder, 'status' | 'cancelReason'>): boolean =>
  status === 'cancelled' && cancelReason !== 'superseded';

async function findOfflinePayment(shop: Shop, tx: Tx, orderId: number): Promise<number | null> {
  const found = await listOrderPayments(tx, orderId);
  const isOffline = (provider: string) => findRemoteProvider(shop, provider) === null;
  // Carried-over money is a payment of its own, which takes no other money.
  return (
    found.find(({ provider, status, sourceId }) => status === 'open' && sourceId === null && isOffline(provider))?.id ??
    null
  );
}

function insertManualPayment(shop: Shop, tx: Tx, order: Parameters<typeof insertPayment>[2]): Promise<number> {
  const isRemote = findRemoteProvider(shop, order.paymentMethod) !== null;
  return insertPayment(shop, tx, order, { provider: isRemote ? manualProvider : order.paymentMethod, status: 'open' });
}
