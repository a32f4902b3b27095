import type { IsPaymentInProgress } from '#features/orders/index.ts';
import { sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { paymentProviders } from '../providers/provider.ts';

const selectRequested = sqlQuery<object>(
  'payments.find-requested-money',
  `select from payment_transactions t join payments p on p.id = t.payment_id
  where p.order_id = $1 and t.status = 'requested' and t.kind in ('authorize', 'capture') limit 1`,
);

/** Provides `orders.payment-in-progress`. */
export const isPaymentInProgress: IsPaymentInProgress = async (db, orderId) =>
  (await selectRequested(db, [orderId])).length > 0;

const cancelUnpaid = sqlQuery(
  'payments.cancel-offline-payments',
  `update payments set status = 'cancelled', updated_at = $3
  where order_id = $1 and not provider = any($2::text[]) and captured = 0 and status not in ('failed', 'cancelled', 'expired')`,
);

/** Cancels the offline payments of a locked order that have received no money. */
export async function cancelOfflinePayments(shop: Shop, tx: Tx, orderId: number): Promise<void> {
  const remote = shop.implementations(paymentProviders).filter(({ kind }) => kind === 'remote');
  await cancelUnpaid(tx, [orderId, remote.map(({ id }) => id), shop.clock.now()]);
}

/**
 * Payments that ended without money stay with the order for which they were tried. Triggers update the sums of both
 * orders.
 */
const movePayments = sqlQuery(
  'payments.move-payments',
  `update payments set order_id = $2, updated_at = $3
  where order_id = $1 and (captured > 0 or status not in ('failed', 'cancelled', 'expired'))`,
);

/**
 * Moves the payments of a locked order to the order that replaces it, including payments in progress, whose money
 * then belongs to the new order. Providers are not asked.
 */
export async function carryPayments({ clock }: Shop, tx: Tx, fromOrder: number, toOrder: number): Promise<void> {
  await movePayments(tx, [fromOrder, toOrder, clock.now()]);
}
