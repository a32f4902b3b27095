import { z } from 'zod';
import { sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import type { PersonalDataSource } from '#platform/sessions/personal-data.ts';
import { mailKinds } from './mail-kinds.ts';
import { removeOutboxFiles } from './purge-mail.ts';
import { erasedCode } from './records.ts';

const isAccount = 'exists (select from customers c where lower(c.email) = lower($1))';

/** The rows are kept: without its row a mail would be sent twice. */
const clearContentSql = `recipient = 'deleted@customer.invalid', subject = '', message = null, eml = null, html = null, plain = null`;

const selectMails = sqlQuery<{ subject: string; at: Date }>(
  'mail.read-data',
  `select subject, created_at as at from platform.mail where lower(recipient) = lower($1) and not ${isAccount} order by created_at, id`,
);
const emptyMails = sqlQuery<{ id: string }>(
  'mail.erase-data',
  `update platform.mail set ${clearContentSql}
  where lower(recipient) = lower($1) and state in ('sent', 'refused') and not ${isAccount} returning id`,
);
// An attempt in progress may still succeed, but it stores no content of the mail any more.
const cancelMails = sqlQuery<{ id: string }>(
  'mail.cancel-mails',
  `update platform.mail set ${clearContentSql}, state = 'refused', error = '${erasedCode}'
  where lower(recipient) = lower($1) and state in ('queued', 'sending') and split_part(id, ':', 1) <> all ($2::text[])
    and ($3 or not ${isAccount}) returning id`,
);

/** Removes files of mails whose records were erased, after the commit. */
export const removeErasedMailFilesJob = defineJob({
  name: 'mail:remove-erased-files',
  schema: z.strictObject({ mails: z.array(z.string()) }),
  run: ({ config }, { mails }) => removeOutboxFiles(config.dataDir, mails),
});

const emptyMailsAbout = sqlQuery<{ id: string }>(
  'mail.erase-mails-about',
  `update platform.mail set ${clearContentSql}, error = case when state in ('queued', 'sending') then '${erasedCode}' else error end,
    state = case when state in ('queued', 'sending') then 'refused' else state end
  where substring(id from '^[^:]+:[^:]+') = any($1) returning id`,
);

/**
 * Erases recipients and contents of mails. Queued mails are cancelled.
 * @param about the first two parts of the mails' ids: `order:1001`
 */
export async function eraseMailsAbout({ jobs }: Pick<Shop, 'jobs'>, tx: Tx, about: readonly string[]): Promise<void> {
  const mails = (await emptyMailsAbout(tx, [about])).map(({ id }) => id);
  if (mails.length > 0) await jobs.add(tx, removeErasedMailFilesJob, { mails });
}

/**
 * Mails to a guest. A mail to the address of an account may belong to the account, so it is only purged after
 * `mail.keepDays`, as all mails are. Queued mails to the person are cancelled, except mails that the law requires:
 * confirmations and receipts of orders and withdrawals. These are emptied together with their order.
 */
export const mailData: PersonalDataSource = {
  name: 'mails',
  read: async (_shop, db, { id, email }) => (id === null ? selectMails(db, [email]) : []),
  erase: async (shop, tx, { id, email, isEmailVerified }) => {
    const required = shop.implementations(mailKinds).filter(({ isRequired }) => isRequired);
    const isOwn = id === null || isEmailVerified;
    const cancelled = isOwn ? await cancelMails(tx, [email, required.map(({ prefix }) => prefix), id !== null]) : [];
    const emptied = id === null ? await emptyMails(tx, [email]) : [];
    const mails = [...cancelled, ...emptied].map((mail) => mail.id);
    if (mails.length > 0) await shop.jobs.add(tx, removeErasedMailFilesJob, { mails });
  },
};
