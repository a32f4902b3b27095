import { sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { freeUnits } from './reserve/reservations.ts';

const updateToEnded = sqlQuery(
  'stock-alerts.end-alert',
  `update stock_alerts set state = 'ended', end_reason = $2, ended_at = $3 where id = $1 and state <> 'ended'`,
);

const isOwn = sqlQuery('stock-alerts.is-own', 'select from stock_alerts where id = $1 and customer_id = $2');

/**
 * Ends an alert; ending it again changes nothing. When its owner ends the alert, the unit held for its mail is
 * released at once. A bounced mail has released its unit already.
 * @param customerId customer whom the alert must belong to; null when the request comes with the alert's link
 */
export async function endAlert(
  shop: Shop,
  tx: Tx,
  alertId: number,
  reason: 'unsubscribed' | 'bounced',
  customerId: number | null = null,
): Promise<void> {
  if (customerId !== null && (await isOwn(tx, [alertId, customerId])).length === 0) return;
  if (reason === 'unsubscribed') await freeUnits(shop, tx, alertId);
  await updateToEnded(tx, [alertId, reason, shop.clock.now()]);
}
