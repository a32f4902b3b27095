import { sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { freeUnits } from './reserve/reservations.ts';

const updateToEnded = sqlQuery(
  'stock-alerts.end-alert',
  `update stock_alerts set state = 'ended', end_reason = $2, ended_at = $3 where id = $1 and state <> 'ended'`,
);

const isOwn = sqlQuery('stock-alerts.is-own', 'select from stock_alerts where id = $1 and customer_id = $2');

/**
 * Ends an alert. Doing it twice changes nothing. Where its owner ends it, the unit of its mail is free for the next at once;
 * a mail that was refused has freed it.
 * @param customerId whose it must be; null: whoever has its link
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
