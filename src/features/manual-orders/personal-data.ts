import { eraseAudit } from '#platform/admin/audit/erase-audit.ts';
import { inTransaction, sqlQuery, type Tx } from '#platform/database/database.ts';
import { daysBefore, purgeInBatches } from '#platform/database/purge.ts';
import type { Shop } from '#platform/features/shop.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import type { DataSubject, PersonalDataSource } from '#platform/sessions/personal-data.ts';
import { manualOrderSettings } from './settings.ts';

/**
 * SQL condition: the draft belongs to the customer's account, or has no account and the email address that the
 * customer proved.
 */
const isOwn = `(d.customer_id = $1 or d.customer_id is null and lower(d.input ->> 'email') = lower($2))`;

const selectDrafts = sqlQuery<object>(
  'manual-orders.read-data',
  `select d.id as quote, case when ${isOwn} then d.input - 'internalNote' end as "order", d.quoted_input - 'internalNote' as offered,
    d.quote_message as message, d.created_at as "createdAt", d.valid_until as "validUntil"
  from order_drafts d where ${isOwn} or d.quoted_customer_id = $1 order by d.id`,
);
const deleteDrafts = sqlQuery<{ id: number }>(
  'manual-orders.erase-data',
  `delete from order_drafts d where ${isOwn} returning d.id`,
);
/** Deletes only the quote, because the draft is for another customer by now. */
const deleteQuotes = sqlQuery<{ id: number }>(
  'manual-orders.erase-quotes',
  `update order_drafts set quote_token = null, quoted = null, quoted_input = null, quoted_at = null, valid_until = null,
    quote_message = '', withdrawn_at = null where quoted_customer_id = $1 returning id`,
);

const mergeDrafts = sqlQuery(
  'manual-orders.merge-customers',
  `update order_drafts set input = case when customer_id = $1 then jsonb_set(input, '{customerId}', to_jsonb($2::bigint)) else input end,
    quoted_input = case when quoted_customer_id = $1 then jsonb_set(quoted_input, '{customerId}', to_jsonb($2::bigint)) else quoted_input end
  where customer_id = $1 or quoted_customer_id = $1`,
);

const toValues = ({ id, email, isEmailVerified }: DataSubject) => [id, isEmailVerified ? email : null];

/** Drafts and quotes of a customer. Orders placed from them are kept as orders. */
export const draftData: PersonalDataSource = {
  name: 'orderDrafts',
  read: (_shop, db, customer) => selectDrafts(db, toValues(customer)),
  erase: async (_shop, tx, customer) => {
    const erased = [...(await deleteDrafts(tx, toValues(customer))), ...(await deleteQuotes(tx, [customer.id]))];
    await eraseAuditOfDrafts(tx, erased);
  },
  merge: async (_shop, tx, { from, into }) => {
    await mergeDrafts(tx, [from.id, into.id]);
  },
};

const eraseAuditOfDrafts = (tx: Tx, drafts: readonly { readonly id: number }[]) =>
  eraseAudit(
    tx,
    'order-draft',
    drafts.map(({ id }) => id),
  );

/** Days in which a deleted draft can be restored. */
const restoreDays = 7;

/** Skips drafts that are locked at the moment. */
const purge = (name: string, condition: string) =>
  sqlQuery<{ id: number }>(
    `manual-orders.purge-${name}`,
    `delete from order_drafts where id in (select id from order_drafts where ${condition} limit $2 for update skip locked) returning id`,
  );
const purgeOld = purge('old', 'greatest(updated_at, valid_until) < $1');
const purgeDeleted = purge('deleted', 'deleted_at < $1');

/**
 * Erases drafts and quotes that are no longer needed, with their audit entries, because guests have no account in
 * which to request it.
 */
export async function purgeDrafts({ db, clock, settings }: Pick<Shop, 'db' | 'clock' | 'settings'>): Promise<void> {
  const now = clock.now();
  for (const [erase, days] of [
    [purgeOld, settings(manualOrderSettings).keepDays],
    [purgeDeleted, restoreDays],
  ] as const)
    await purgeInBatches((limit) =>
      inTransaction(db, async (tx) => {
        const erased = await erase(tx, [daysBefore(now, days), limit]);
        if (erased.length > 0) await eraseAuditOfDrafts(tx, erased);
        return erased.length;
      }),
    );
}

export const purgeDraftsJob = defineJob({
  name: 'manual-orders:purge-drafts',
  every: '35 3 * * *',
  run: purgeDrafts,
});
