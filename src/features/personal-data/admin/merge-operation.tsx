import { findPerson, type Person } from '#features/customers/index.ts';
import { defineAdminOperation } from '#platform/admin/records/operations/operation.ts';
import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { RecordOption } from '#platform/forms/field.ts';
import { type RecordPicker, record } from '#platform/forms/kinds.ts';
import { collectData } from '../collect.ts';
import { findMergeRefusal, type MergeRefusal, mergeAccounts } from '../merge.ts';
import { getPartTitle } from './part-titles.ts';
import { personDataTexts as texts } from './texts.ts';

const label = `concat_ws(', ', nullif(name, ''), email)`;
const nameAccounts = sqlQuery<RecordOption>(
  'personal-data.name-accounts',
  `select id, ${label} as label from people where id = any($1::bigint[]) and customer_id is not null order by id`,
);
const findAccounts = sqlQuery<RecordOption>(
  'personal-data.find-accounts',
  `select id, ${label} as label from people where customer_id is not null and email || ' ' || name ilike $1
  order by lower(email) = lower($2) desc, id desc limit 10`,
);

const accountPicker: RecordPicker = {
  load: ({ db }, ids) => nameAccounts(db, [ids]),
  search: ({ db }, query) => findAccounts(db, [`%${query.trim().replace(/[\\%_]/g, '\\$&')}%`, query.trim()]),
};

const refusalTexts = {
  SAME_ACCOUNT: texts.sameAccount,
  ACCOUNT_GONE: texts.gone,
  STAFF_ACCOUNT: texts.staffStays,
  ADDRESS_NOT_PROVED: texts.notProved,
  DELETION_ASKED: texts.deletionAsked,
} as const;

const refuse = ({ t }: Shop, code: MergeRefusal) =>
  ({ ok: false, code, message: t(refusalTexts[code]), field: 'account' }) as const;

const toAccount = ({ customerId, email, isEmailVerified }: Person) =>
  customerId === null ? null : { id: customerId, email, isEmailVerified };

async function findBoth(db: Db, from: number | null, into: Person) {
  const other = from === null ? null : await findPerson(db, from);
  const [source, survivor] = [other && toAccount(other), toAccount(into)];
  return source && survivor ? { from: source, into: survivor } : null;
}

export const mergeAccountOperation = defineAdminOperation({
  ...{ name: 'personal-data.merge-account', text: texts.merge, subject: 'person', requires: 'customers.merge' },
  description: 'Makes another account part of this one: its orders, addresses, lists and texts.',
  isDangerous: true,
  load: (_shop, db, id) => findPerson(db, id),
  label: (_shop, { name, email }) => name || email,
  fields: ({ t }) => ({
    account: record({ label: t(texts.otherAccount), hint: t(texts.otherHint), required: true, picker: accountPicker }),
  }),
  values: () => ({ account: null }),
  lead: ({ t }) => t(texts.mergeLead),
  preview: async (shop, db, _id, { account }, { subject }) => {
    const { t } = shop;
    const both = await findBoth(db, account, subject);
    if (!both) return refuse(shop, 'ACCOUNT_GONE');
    const refusal = await findMergeRefusal(db, both);
    if (refusal) return refuse(shop, refusal);
    const counts = Object.entries(await collectData(shop, db, both.from)).filter(([, rows]) => rows.length > 0);
    const what = (
      <>
        <p>{t(texts.mergePreview, { from: both.from.email, into: both.into.email })}</p>
        {!both.from.isEmailVerified && <p>{t(texts.fromNotProved)}</p>}
        <ul>
          {counts.map(([part, { length }]) => (
            <li key={part}>{t(texts.part, { part: getPartTitle(shop, part), count: length })}</li>
          ))}
        </ul>
        <p>{t(texts.mergeRules)}</p>
      </>
    );
    return { ok: true, what };
  },
  run: async (shop, tx, id, { account }) => {
    const into = await findPerson(tx, id);
    const both = into && (await findBoth(tx, account, into));
    if (!both) return refuse(shop, 'ACCOUNT_GONE');
    const merged = await mergeAccounts(shop, tx, { from: both.from.id, into: both.into.id });
    if (!merged.ok) return refuse(shop, merged.code);
    const { email, id: customerId } = merged.into;
    return {
      ok: true,
      change: { label: email, before: null, after: { mergedAccount: merged.from.email }, customerId },
    };
  },
  outcomes: { done: texts.merged },
});
