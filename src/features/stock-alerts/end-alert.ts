import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';

const updateToEnded = sqlQuery<{ id: number }>(
  'stock-alerts.end-alert',
  `update stock_alerts set state = 'ended', end_reason = $2, ended_at = $3
  where id = $1 and state <> 'ended' and ($4::bigint is null or customer_id = $4) returning id`,
);

/**
 * Ends an alert. Doing it twice changes nothing.
 * @param customerId whose it must be; null: whoever has its link
 * @returns whether it was ended now
 */
export async function endAlert(
  { clock }: Shop,
  db: Db,
  alertId: number,
  reason: 'unsubscribed' | 'bounced',
  customerId: number | null = null,
): Promise<boolean> {
  return (await updateToEnded(db, [alertId, reason, clock.now(), customerId])).length > 0;
}
