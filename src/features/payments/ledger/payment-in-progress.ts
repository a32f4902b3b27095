import type { IsPaymentInProgress } from '#features/orders/index.ts';
import { sqlQuery } from '#platform/database/database.ts';

const selectRequested = sqlQuery<object>(
  'payments.find-requested-money',
  `select from payment_transactions t join payments p on p.id = t.payment_id
  where p.order_id = $1 and t.status = 'requested' and t.kind in ('authorize', 'capture') limit 1`,
);

/** Provides `orders.payment-in-progress`. */
export const isPaymentInProgress: IsPaymentInProgress = async (db, orderId) =>
  (await selectRequested(db, [orderId])).length > 0;
