import { sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { paymentProviders } from '../providers/provider.ts';

const cancelUnpaid = sqlQuery(
  'payments.cancel-offline-payments',
  `update payments set status = 'cancelled', updated_at = $3
  where order_id = $1 and not provider = any($2::text[]) and captured = 0 and status not in ('failed', 'cancelled', 'expired')`,
);

/** Cancels the offline payments of a locked order for which no money has come. */
export async function cancelOfflinePayments(shop: Shop, tx: Tx, orderId: number): Promise<void> {
  const remote = shop.implementations(paymentProviders).filter(({ kind }) => kind === 'remote');
  await cancelUnpaid(tx, [orderId, remote.map(({ id }) => id), shop.clock.now()]);
}
