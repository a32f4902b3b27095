import { z } from 'zod';
import { sqlQuery } from '#platform/database/database.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import { removeOutboxFiles } from '#platform/mail/purge-mail.ts';
import { eraseMails } from '#platform/mail/records.ts';
import type { PersonalDataSource } from '#platform/sessions/personal-data.ts';

/** Data sent with an unconfirmed email address may belong to somebody else: it is erased, but not exported. */
const told = (column: string) => `case when a.customer_id is not null or a.confirmed_at is not null then ${column} end`;

const selectAlerts = sqlQuery<object>(
  'stock-alerts.read-data',
  `select a.kind, p.name as product, a.variation_id as "variationId", a.email, ${told('a.name')} as name, ${told('a.phone')} as phone,
    ${told('a.phone_meta')} as "phoneMeta", ${told('a.quantity')} as quantity, a.state,
    a.end_reason as "endReason", a.consent_text as "consentText", a.created_at as "createdAt", a.confirmed_at as "confirmedAt", a.ended_at as "endedAt",
    (select coalesce(json_agg(m.sent_at order by m.id), '[]') from stock_alert_mails m where m.alert_id = a.id and m.sent_at is not null) as "mailedAt"
  from stock_alerts a join products p on p.id = a.product_id
  where a.customer_id = $1 or ($2 and a.customer_id is null and a.email_key = lower($3)) order by a.id`,
);
const deleteAlerts = sqlQuery<{ id: number }>(
  'stock-alerts.erase-data',
  'delete from stock_alerts where customer_id = $1 or ($2 and customer_id is null and email_key = lower($3)) returning id',
);

/** Removes the files of mails whose records were erased. Runs after the commit. */
export const removeErasedAlertMailsJob = defineJob({
  name: 'stock-alerts:remove-erased-mails',
  schema: z.object({ mails: z.array(z.string()) }),
  run: ({ config }, { mails }: { readonly mails: string[] }) => removeOutboxFiles(config.dataDir, mails),
});

const mergeAlerts = sqlQuery(
  'stock-alerts.merge-customers',
  `with reserved as (update stock_alert_reservations set customer_id = $2 where customer_id = $1)
  update stock_alerts set customer_id = $2 where customer_id = $1`,
);

/** Alerts of the customer, and alerts of guests with the customer's verified email address. */
export const stockAlertData: PersonalDataSource = {
  name: 'stockAlerts',
  read: (_shop, db, { id, isEmailVerified, email }) => selectAlerts(db, [id, isEmailVerified, email]),
  erase: async (shop, tx, { id, isEmailVerified, email }) => {
    const alerts = await deleteAlerts(tx, [id, isEmailVerified, email]);
    const mails = await eraseMails(
      tx,
      alerts.map((alert) => `stock-alert:${alert.id}`),
    );
    if (mails.length > 0) await shop.jobs.add(tx, removeErasedAlertMailsJob, { mails });
  },
  merge: async (_shop, tx, { from, into }) => {
    await mergeAlerts(tx, [from.id, into.id]);
  },
};
