import { inTransaction, sqlQuery } from '#platform/database/database.ts';
import { daysBefore, purgeInBatches } from '#platform/database/purge.ts';
import type { Shop } from '#platform/features/shop.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import { eraseMails } from '#platform/mail/records.ts';
import { removeErasedAlertMailsJob } from '../personal-data.ts';
import { stockAlertSettings } from '../settings.ts';

const endExpired = sqlQuery<{ id: number }>(
  'stock-alerts.end-expired',
  `update stock_alerts set state = 'ended', end_reason = 'expired', ended_at = $1 where id in (
    select id from stock_alerts where state in ('unconfirmed', 'waiting') and expires_at <= $1 order by id limit $2 for update skip locked)
  returning id`,
);
const deleteOver = sqlQuery<{ id: number }>(
  'stock-alerts.delete-over',
  `delete from stock_alerts where id in (
    select id from stock_alerts where state in ('mailed', 'ended') and coalesce(ended_at, expires_at) <= $1
    order by id limit $2 for update skip locked)
  returning id`,
);
const deleteRises = sqlQuery<{ id: number }>(
  'stock-alerts.delete-rises',
  `delete from stock_alert_rises where id in (
    select r.id from stock_alert_rises r where r.ended_at <= $1 and not exists (select from stock_alert_mails m where m.rise_id = r.id) limit $2)
  returning id`,
);

/**
 * Ends alerts that were not confirmed or have expired, and deletes old ended alerts with the records of their mails.
 */
export async function expireAlerts(shop: Shop): Promise<void> {
  const now = shop.clock.now();
  const over = daysBefore(now, shop.settings(stockAlertSettings).retentionDays);
  await purgeInBatches(async (limit) => (await endExpired(shop.db, [now, limit])).length);
  await purgeInBatches((limit) =>
    inTransaction(shop.db, async (tx) => {
      const deleted = await deleteOver(tx, [over, limit]);
      const mails = await eraseMails(
        tx,
        deleted.map(({ id }) => `stock-alert:${id}`),
      );
      if (mails.length > 0) await shop.jobs.add(tx, removeErasedAlertMailsJob, { mails });
      return deleted.length;
    }),
  );
  await purgeInBatches(async (limit) => (await deleteRises(shop.db, [over, limit])).length);
}

export const expireAlertsJob = defineJob({
  name: 'stock-alerts:expire-alerts',
  every: '25 3 * * *',
  run: (shop) => expireAlerts(shop),
});
