import {
  canTransition,
  lockOrder,
  markOrderPaid,
  type OrderChange,
  type OrderChangeResult,
  orderNotFound,
  statusNotAllowed,
} from '#features/orders/index.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { calculateAmountDue, listOrderPayments, lockPayment } from '../ledger/payment.ts';
import { recordTransaction } from '../ledger/write-transactions.ts';
import { findRemoteProvider } from '../providers/provider.ts';
import { insertPayment } from './create-payment.ts';

/** Provider of money that came on another way than the order's remote provider. */
const manualProvider = 'manual';

interface ReceivedMoney extends OrderChange {
  /** By which the money is found again, such as the number of a receipt. Default: none. */
  readonly reference?: string | undefined;
}

/**
 * Records that the amount due of an order has come by its offline payment, and marks the order as
 * paid. Idempotent.
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

async function findOfflinePayment(shop: Shop, tx: Tx, orderId: number): Promise<number | null> {
  const found = await listOrderPayments(tx, orderId);
  const isOffline = (provider: string) => findRemoteProvider(shop, provider) === null;
  return found.find(({ provider, status }) => status === 'open' && isOffline(provider))?.id ?? null;
}

function insertManualPayment(shop: Shop, tx: Tx, order: Parameters<typeof insertPayment>[2]): Promise<number> {
  const isRemote = findRemoteProvider(shop, order.paymentMethod) !== null;
  return insertPayment(shop, tx, order, { provider: isRemote ? manualProvider : order.paymentMethod, status: 'open' });
}
