import { randomUUID } from 'node:crypto';
import { type Db, inTransaction, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { removeOutboxFiles } from '#platform/mail/purge-mail.ts';
import { eraseMails } from '#platform/mail/records.ts';
import { type Author, toAuthorColumns } from '#platform/sessions/author.ts';
import type { MessageField } from '../message-types.ts';
import { contactMessageReceived } from '../ports.ts';
import { type Lesson, teachWordList } from '../protection/word-list.ts';
import { getQuarantineEnd, getRetentionEnd } from '../settings.ts';
import { findContactForm } from '../sources/find-forms.ts';
import { clearDelivered } from './deliver-message.ts';
import { openMessageFiles } from './message-files.ts';
import { answerMailJob, messageMailJob } from './message-mails.ts';
import type { KeptFile } from './store-message.ts';
import { webhookJob } from './webhook.ts';

const updateReleased = sqlQuery<{
  formId: number;
  fields: readonly MessageField[];
  sender: string | null;
  mail: string;
  before: Lesson | null;
}>(
  'contact-forms.release-message',
  `update contact_messages m set status = 'new', mail = case when m.mail = 'waiting' then 'queued' else m.mail end, delete_at = $2,
    taught = 'good'
  from (select id, taught from contact_messages where id = $1 for update) old
  where m.id = old.id and m.status in ('quarantine', 'spam')
  returning m.form_id as "formId", m.fields, m.sender, m.mail, old.taught as before`,
);

const selectForm = sqlQuery<{ formId: number }>(
  'contact-forms.find-form-of-message',
  'select form_id as "formId" from contact_messages where id = $1',
);

/**
 * Releases a message from quarantine and mails it, unless it was mailed before.
 * @returns false when it is not in quarantine
 */
export async function releaseMessage(shop: Shop, id: number): Promise<boolean> {
  const unused = await inTransaction(shop.db, (tx) => releaseMessageInTransaction(shop, tx, id));
  await openMessageFiles(shop).remove(unused ?? []);
  return unused !== null;
}

/**
 * @returns files to be removed after the commit, as the job of stray files does later; null when it is not in
 * quarantine
 */
export async function releaseMessageInTransaction(shop: Shop, tx: Tx, id: number): Promise<readonly string[] | null> {
  const [found] = await selectForm(tx, [id]);
  if (!found) return null;
  const deleteAt = getRetentionEnd(shop, await findContactForm(shop, found.formId));
  const [released] = await updateReleased(tx, [id, deleteAt]);
  if (!released) return null;
  const { formId, fields, sender, mail, before } = released;
  await teachWordList(shop, tx, fields, { lesson: 'good', before });
  if (mail === 'queued') await shop.jobs.add(tx, messageMailJob, { message: id });
  await shop.emit(contactMessageReceived, tx, { id, formId, fields, sender });
  return clearDelivered(tx, id);
}

const markSpam = sqlQuery<{ fields: readonly MessageField[]; before: Lesson | null }>(
  'contact-forms.mark-spam',
  `update contact_messages m set status = 'spam', mail = case when m.mail = 'queued' then 'waiting' else m.mail end,
    webhook = case when m.webhook = 'queued' then 'none' else m.webhook end, delete_at = least(m.delete_at, $2::timestamptz), taught = 'spam'
  from (select id, taught from contact_messages where id = $1 for update) old
  where m.id = old.id and m.status <> 'spam'
  returning m.fields, old.taught as before`,
);

/**
 * Marks a message as spam: mails that were not sent yet are not sent, and it is deleted as those in
 * quarantine are. Its words are those of spam.
 * @returns false when it is marked already
 */
export async function markAsSpam(shop: Shop, id: number): Promise<boolean> {
  return inTransaction(shop.db, async (tx) => {
    const [marked] = await markSpam(tx, [id, getQuarantineEnd(shop)]);
    if (marked) await teachWordList(shop, tx, marked.fields, { lesson: 'spam', before: marked.before });
    return marked !== undefined;
  });
}

const queueMails = sqlQuery(
  'contact-forms.queue-mails',
  `update contact_messages set mail = 'queued'
  where id = $1 and status in ('new', 'answered') and (mail = 'failed' or not $2 and mail in ('queued', 'sent')) and not is_cleared returning id`,
);

const queueWebhook = sqlQuery(
  'contact-forms.queue-webhook-again',
  `update contact_messages set webhook = 'queued'
  where id = $1 and status in ('new', 'answered') and webhook = 'failed' and not is_cleared returning id`,
);

/**
 * Sends the mails about a message again, also those that were sent, and calls the webhook that took nothing.
 * @param onlyFailed whether mails stay that wait or were sent
 * @returns false when there is nothing to send
 */
export function resendMessage(shop: Shop, id: number, onlyFailed = false): Promise<boolean> {
  const attempt = shop.clock.now().getTime();
  return inTransaction(shop.db, async (tx) => {
    const [mails] = await queueMails(tx, [id, onlyFailed]);
    if (mails) await shop.jobs.add(tx, messageMailJob, { message: id, attempt });
    const [call] = await queueWebhook(tx, [id]);
    if (call) await shop.jobs.add(tx, webhookJob, { message: id });
    return mails !== undefined || call !== undefined;
  });
}

const insertAnswer = sqlQuery<{ id: number }>(
  'contact-forms.insert-answer',
  `with message as (
    update contact_messages set status = 'answered' where id = $2 and sender is not null and status in ('new', 'answered') returning id
  )
  insert into contact_message_answers (id, message_id, body, by, answered_at, by_staff_id)
  select $1, message.id, $3, $4, $5, $6 from message returning message_id as id`,
);

/** @returns false when the message has no address, or is in quarantine */
export const answerMessage = (shop: Shop, answer: Answer): Promise<boolean> =>
  inTransaction(shop.db, (tx) => answerInTransaction(shop, tx, answer));

const lockForAnswer = sqlQuery(
  'contact-forms.lock-for-answer',
  'select from contact_messages where id = $1 for update',
);
const selectAnswers = sqlQuery<SentAnswer>(
  'contact-forms.list-answers',
  'select body, by, answered_at as "answeredAt" from contact_message_answers where message_id = $1 order by answered_at, id',
);

export interface SentAnswer {
  readonly body: string;
  readonly by: string;
  readonly answeredAt: Date;
}

/** Locks the message, so that nobody else answers it meanwhile. @returns its answers after the first `seen` ones */
export async function findNewAnswers(tx: Tx, id: number, seen: number): Promise<readonly SentAnswer[]> {
  await lockForAnswer(tx, [id]);
  return (await selectAnswers(tx, [id])).slice(seen);
}

const insertAnswerFile = sqlQuery(
  'contact-forms.insert-answer-file',
  `insert into contact_message_files (id, message_id, answer_id, field, name, type, bytes, sha256) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
);

export const maxAnswer = 20_000;

interface Answer {
  readonly id: number;
  readonly body: string;
  readonly by: Author;
  readonly files?: readonly KeptFile[];
}

export async function answerInTransaction(shop: Shop, tx: Tx, { id, body, by, files = [] }: Answer): Promise<boolean> {
  const answer = randomUUID();
  const author = toAuthorColumns(by);
  const [answered] = await insertAnswer(tx, [answer, id, body, author.by, shop.clock.now(), author.byStaffId]);
  if (!answered) return false;
  for (const { id: file, field, name, type, bytes, sha256 } of files)
    await insertAnswerFile(tx, [file, id, answer, field, name, type, bytes, sha256]);
  await shop.jobs.add(tx, answerMailJob, { message: id, answer });
  return true;
}

/** @returns the ids of the mails, whose files in the outbox are to be removed after the commit */
export const eraseMailsOfMessages = (tx: Db, messages: readonly number[]): Promise<string[]> =>
  eraseMails(
    tx,
    messages.map((id) => `contact-message:${id}`),
  );

const deleteOfSender = sqlQuery<{ id: number | null; file: string | null }>(
  'contact-forms.erase-sender',
  `with found as (select id from contact_messages where lower(sender) = lower($1) order by id for update),
    files as (select f.id from contact_message_files f join found on found.id = f.message_id),
    deleted as (delete from contact_messages m using found where m.id = found.id returning m.id)
  select id, null::uuid as file from deleted union all select null, id from files`,
);

/** @returns the number of messages */
export async function eraseSender(shop: Shop, sender: string): Promise<number> {
  const { messages, files, mails } = await inTransaction(shop.db, async (tx) => {
    const rows = await deleteOfSender(tx, [sender]);
    const messages = rows.flatMap(({ id }) => id ?? []);
    const mails = await eraseMailsOfMessages(tx, messages);
    return { messages, files: rows.flatMap(({ file }) => file ?? []), mails };
  });
  await openMessageFiles(shop).remove(files);
  await removeOutboxFiles(shop.config.dataDir, mails);
  return messages.length;
}
