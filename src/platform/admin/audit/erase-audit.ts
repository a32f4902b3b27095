import { type Db, sqlQuery, type Tx } from '#platform/database/database.ts';
import { daysBefore, purgeInBatches } from '#platform/database/purge.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import type { PersonalDataSource } from '#platform/sessions/personal-data.ts';
import type { AuditRow } from './list-audit.ts';
import type { AuditSubject } from './record-audit.ts';
import { auditSettings } from './settings.ts';

const erased = `set label = '', before = null, after = null, is_erased = true`;

const eraseSubject = sqlQuery(
  'admin.erase-audit-of-subject',
  `update platform.audit_entries ${erased} where subject_kind = $1 and subject_id = any($2::text[]) and not is_erased`,
);

/**
 * Erases label and values of all entries about objects whose personal data is erased. The entries keep
 * author, time and action.
 */
export async function eraseAudit(tx: Tx, kind: AuditSubject['kind'], ids: readonly (number | string)[]): Promise<void> {
  await eraseSubject(tx, [kind, ids.map(String)]);
}

const eraseLabel = sqlQuery(
  'admin.erase-audit-of-label',
  `update platform.audit_entries ${erased} where subject_kind = $1 and lower(label) = lower($2) and not is_erased`,
);

/**
 * Erases, like `eraseAudit`, the entries that were recorded under an email address. Meant for kinds with few entries.
 */
export async function eraseAuditOfEmail(tx: Tx, kind: AuditSubject['kind'], email: string): Promise<void> {
  await eraseLabel(tx, [kind, email]);
}

/** Entries never change, so the entries of merged accounts still name the merged accounts. */
const ofCustomer = 'select $1::bigint union all select id from customers where merged_into = $1';

const eraseCustomer = sqlQuery(
  'admin.erase-audit-of-customer',
  `update platform.audit_entries ${erased} where customer_id in (${ofCustomer}) and not is_erased`,
);

const selectCustomer = sqlQuery<Pick<AuditRow, 'at' | 'action' | 'label' | 'before' | 'after'>>(
  'admin.select-audit-of-customer',
  `select at, action, label, before, after from platform.audit_entries where customer_id in (${ofCustomer}) and not is_erased
  order by at, id`,
);

/**
 * The changes that the shop made to a customer's data. Names of staff are no data of the customer and are left out.
 */
export const auditData: PersonalDataSource = {
  name: 'changes',
  read: (_shop, db, { id }) => selectCustomer(db, [id]),
  erase: async (_shop, tx, { id }) => {
    await eraseCustomer(tx, [id]);
  },
};

const eraseNetworks = sqlQuery<{ id: number }>(
  'admin.erase-audit-networks',
  `update platform.audit_entries set network = null
  where id in (select id from platform.audit_entries where at < $1 and network is not null order by at limit $2)
  returning id`,
);

export async function eraseOldNetworks(db: Db, before: Date): Promise<void> {
  await purgeInBatches(async (limit) => (await eraseNetworks(db, [before, limit])).length);
}

export const eraseAuditNetworksJob = defineJob({
  name: 'admin:erase-audit-networks',
  every: '50 3 * * *',
  run: async ({ db, clock, settings }) => {
    await eraseOldNetworks(db, daysBefore(clock.now(), settings(auditSettings).keepNetworkDays));
  },
});
