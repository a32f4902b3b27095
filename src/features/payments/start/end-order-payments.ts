import type { OrderEvent } from '#features/orders/index.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { hasEnded, listOrderPayments } from '../ledger/payment.ts';
import { cancelOfflinePayments } from '../ledger/payments-of-order.ts';
import { findRemoteProvider } from '../providers/provider.ts';
import { reconcilePaymentsJob } from '../settle/reconcile-payments.ts';

/**
 * Handles `orderCancelled`: cancels offline payments without money. Remote payments are settled soon, which voids
 * authorized money and refunds captured money.
 */
export async function endOrderPayments(shop: Shop, tx: Tx, order: OrderEvent): Promise<void> {
  const found = (await listOrderPayments(tx, order.id)).filter((payment) => !hasEnded(payment));
  await cancelOfflinePayments(shop, tx, order.id);
  if (found.some(({ provider }) => findRemoteProvider(shop, provider) !== null))
    await shop.jobs.add(tx, reconcilePaymentsJob, {});
}
