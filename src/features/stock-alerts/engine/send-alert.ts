import { z } from 'zod';
import { getPurchasableVariations } from '#features/catalog/index.ts';
import { lockStockLevels } from '#features/inventory/index.ts';
import { inTransaction, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { type Attempt, defineJob } from '#platform/jobs/jobs.ts';
import { readMail } from '#platform/mail/records.ts';
import { endAlert } from '../end-alert.ts';
import { composeAlert, type DueMail } from '../mails/compose-alert.ts';
import { stockAlertSettings } from '../settings.ts';
import { openRise } from '../start-waiting.ts';

type UnsentMail = Omit<DueMail, 'holdUntil'>;

const payload = z.object({ mail: z.int() });

const selectMail = sqlQuery<UnsentMail>(
  'stock-alerts.find-mail',
  `select m.id, m.alert_id as "alertId", m.rise_id as "riseId", m.stock_id as "stockId", m.variation_id as "variationId", m.wave,
    a.kind, a.email, a.locale, a.state, a.created_at as "createdAt", a.price_below as "priceBelow",
    (select count(*)::integer from stock_alert_mails w where w.rise_id = m.rise_id and w.wave = m.wave) as units
  from stock_alert_mails m join stock_alerts a on a.id = m.alert_id where m.id = $1 and m.sent_at is null`,
);

const recordSent = sqlQuery(
  'stock-alerts.record-sent',
  // The sent mail completes the alert, so it expires now: the retention period starts.
  `with sent as (
    update stock_alert_mails set sent_at = $2, hold_until = $3 where id = $1 and sent_at is null returning alert_id
  )
  update stock_alerts a set expires_at = least(a.expires_at, $2) from sent where a.id = sent.alert_id and a.state = 'mailed'`,
);

/**
 * Sends a mail of a rise. A failed mail is retried for days. After the last attempt, or when the product can't be
 * bought any more, the alert returns to its place in the queue. Only a permanent refusal of the email address ends
 * the alert.
 */
export const sendAlertJob = defineJob({
  name: 'stock-alerts:send-alert',
  schema: payload,
  run: async (shop, { mail: id }: z.infer<typeof payload>, attempt: Attempt) => {
    const [mail] = await selectMail(shop.db, [id]);
    if (!mail) return;
    const mailId = `stock-alert:${mail.alertId}:rise:${mail.riseId}`;
    const now = shop.clock.now();
    const minutes = mail.kind === 'stock' ? shop.settings(stockAlertSettings).answerMinutes : 0;
    const holdUntil = new Date(now.getTime() + minutes * 60_000);
    // The mail may have been sent already: the process may have died before it recorded that.
    if ((await readMail(shop.db, mailId))?.state !== 'sent') {
      if (mail.state !== 'mailed') return releaseUnsentMail(shop, mail, 'gone');
      const { variationId } = mail;
      const offer = (await getPurchasableVariations(shop.db, [variationId], now)).get(variationId);
      if (offer?.status !== 'published' || offer.unavailableReason !== null)
        return releaseUnsentMail(shop, mail, 'waiting');
      try {
        await shop.mail.send({
          id: mailId,
          ...composeAlert(shop.inLocale(mail.locale), { ...mail, holdUntil }, offer),
        });
      } catch (error) {
        if (attempt.isLast) await releaseUnsentMail(shop, mail, 'waiting');
        throw error;
      }
      if ((await readMail(shop.db, mailId))?.state === 'refused') return releaseUnsentMail(shop, mail, 'bounced');
    }
    await recordSent(shop.db, [id, now, holdUntil]);
  },
});

const deleteMail = sqlQuery(
  'stock-alerts.delete-mail',
  'delete from stock_alert_mails where id = $1 and sent_at is null',
);
/** Not when the receiver has subscribed again meanwhile. */
const updateToWaiting = sqlQuery(
  'stock-alerts.return-to-queue',
  `update stock_alerts a set state = 'waiting' where a.id = $1 and a.state = 'mailed' and not exists (
    select from stock_alerts other where other.email_key = a.email_key and other.product_id = a.product_id
      and coalesce(other.variation_id, 0) = coalesce(a.variation_id, 0) and other.kind = a.kind and other.state in ('unconfirmed', 'waiting'))`,
);
const hasAlerts = sqlQuery<{ has: boolean }>('stock-alerts.has-alerts', 'select has_stock_alerts($1) as has');

/** Releases the unit of an unsent mail for the next alert in the queue. Same lock order as `runWave`. */
function releaseUnsentMail(shop: Shop, mail: UnsentMail, what: 'waiting' | 'bounced' | 'gone'): Promise<void> {
  return inTransaction(shop.db, async (tx: Tx) => {
    await lockStockLevels(tx, [mail.stockId]);
    await deleteMail(tx, [mail.id]);
    if (what === 'waiting') await updateToWaiting(tx, [mail.alertId]);
    if (what === 'bounced') await endAlert(shop, tx, mail.alertId, 'bounced');
    if (mail.kind === 'stock' && (await hasAlerts(tx, [mail.stockId]))[0]?.has) await openRise(tx, [mail.stockId]);
  });
}
