import { randomUUID } from 'node:crypto';
import type { ContactForm } from '#features/form-definitions/index.ts';
import { awaitAll, sqlQuery } from '#platform/database/database.ts';
import { inSharedTransaction } from '#platform/database/shared-transaction.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { MessageField, SentReply } from '../message-types.ts';
import { contactMessageReceived } from '../ports.ts';
import { type OpeningUse, recordOpeningUse } from '../protection/form-openings.ts';
import { contactFormSettings } from '../settings.ts';
import { clearDelivered } from './deliver-message.ts';
import { openMessageFiles } from './message-files.ts';
import { messageMailJob } from './message-mails.ts';
import { getQuarantineEnd, getRetentionEnd } from './retention.ts';

export interface CheckedFile {
  readonly field: string;
  /** Cleaned. */
  readonly name: string;
  readonly type: string;
  readonly bytes: number;
  readonly sha256: string;
  /** Where the file was received. */
  readonly path: string;
}

export interface KeptFile extends CheckedFile {
  readonly id: string;
}

export interface NewMessage {
  readonly form: ContactForm;
  readonly fields: readonly MessageField[];
  readonly files: readonly KeptFile[];
  readonly sender: string | null;
  readonly unitTag: string;
  readonly page: string | null;
  readonly containerPost: number | null;
  readonly visitorId: string | null;
  readonly customerId: number | null;
  readonly submissionHash: string;
  /** Null when the form was not opened, or other messages have used what was opened. */
  readonly openingUse: OpeningUse | null;
  readonly isSpam: boolean;
  readonly reasons: readonly string[];
  readonly reply: SentReply;
}

/** Number of the advisory lock under which a message is stored: equal messages wait for each other. */
const getLock = (submissionHash: string): bigint => Buffer.from(submissionHash, 'base64url').readBigInt64BE();

const selectReply = sqlQuery<{ reply: SentReply }>(
  'contact-forms.find-reply',
  `select reply from contact_messages where submission_hash = $1 and received_at > $2 order by received_at desc limit 1`,
);

export async function findEarlierReply(shop: Shop, submissionHash: string): Promise<SentReply | null> {
  return (await selectReply(shop.db, [submissionHash, getRepeatStart(shop)]))[0]?.reply ?? null;
}

function getRepeatStart({ clock, settings }: Shop): Date {
  return new Date(clock.now().getTime() - settings(contactFormSettings).repeatMinutes * 60_000);
}

/** Inserts nothing when the same message came after `$20`: then the lock waited for it. */
const insertMessage = sqlQuery<{ id: number }>(
  'contact-forms.insert-message',
  `with message as (
    insert into contact_messages (form_id, form_title, status, fields, sender, locale, unit_tag, page, container_post, visitor_id,
      customer_id, submission_hash, reasons, reply, mail, is_kept, received_at, delete_at)
    select $1::int, $2, $3, $4::jsonb, $5, $6, $7, $8, $9::int, $10::uuid, $11::bigint, $12, $13::text[], $14::jsonb, $15, $16::boolean,
      $17::timestamptz, $18::timestamptz
    where not exists (select from contact_messages where submission_hash = $12 and received_at > $20)
    returning id
  ), files as (
    insert into contact_message_files (id, message_id, field, name, type, bytes, sha256)
    select f.id, message.id, f.field, f.name, f.type, f.bytes, f.sha256
    from message, jsonb_to_recordset($19) as f (id uuid, field text, name text, type text, bytes bigint, sha256 text)
  )
  select id from message`,
);

const sumBytes = sqlQuery<{ bytes: number }>(
  'contact-forms.sum-bytes',
  'select coalesce(sum(bytes), 0)::float8 as bytes from contact_message_files',
);

export async function hasRoomFor(shop: Shop, bytes: number): Promise<boolean> {
  if (bytes === 0) return true;
  const [stored] = await sumBytes(shop.db, []);
  return (stored?.bytes ?? 0) + bytes <= shop.settings(contactFormSettings).maxStoredMegabytes * 1_000_000;
}

/** Moves received files to their places, before their rows are written. A job deletes old files without a row. */
export async function keepFiles(shop: Shop, files: readonly CheckedFile[]): Promise<KeptFile[]> {
  const kept = files.map((file) => ({ ...file, id: randomUUID() }));
  for (const { id, path } of kept) await openMessageFiles(shop).keep(id, path);
  return kept;
}

/** Rolls the transaction back. */
class OpeningUsedError extends Error {}

/**
 * Stores a message with its files, the use of an opening of its form and the job of its mails, all or nothing. The
 * same message a short time before is not stored again, and its files are deleted.
 * @returns the reply to send: that of the message, or of the one before it; null when another message has used the opening
 */
export async function storeMessage(shop: Shop, message: NewMessage): Promise<SentReply | null> {
  const since = getRepeatStart(shop);
  const { submissionHash, openingUse } = message;
  const storing = inSharedTransaction(shop.db, getLock(submissionHash), async (tx) => {
    const [isOpen, [inserted]] = await awaitAll([
      openingUse === null || recordOpeningUse(tx, openingUse, submissionHash),
      insertMessage(tx, [...listColumns(shop, message), since]),
    ]);
    if (!inserted) {
      const earlier = (await selectReply(tx, [submissionHash, since]))[0]?.reply ?? null;
      return { earlier, unused: message.files.map(({ id }) => id) };
    }
    if (!isOpen) throw new OpeningUsedError();
    const { id } = inserted;
    const { form, fields, sender, isSpam } = message;
    await awaitAll([
      getMailState(message) === 'queued' && shop.jobs.add(tx, messageMailJob, { message: id }),
      !isSpam && shop.emit(contactMessageReceived, tx, { id, formId: form.id, fields, sender }),
    ]);
    const isDelivered = form.settings.doNotStore && !isSpam && getMailState(message) === 'none';
    return { earlier: null, unused: isDelivered ? await clearDelivered(tx, id) : [] };
  });
  const stored = await storing.catch((error: unknown) => {
    if (error instanceof OpeningUsedError) return null;
    throw error;
  });
  if (stored === null) return null;
  await openMessageFiles(shop).remove(stored.unused);
  return stored.earlier ?? message.reply;
}

function getMailState({ form: { settings }, isSpam }: NewMessage): 'none' | 'waiting' | 'queued' {
  if (settings.demo || settings.skipMail) return 'none';
  return isSpam ? 'waiting' : 'queued';
}

function listColumns(shop: Shop, message: NewMessage): unknown[] {
  const { form, fields, sender, unitTag, page, containerPost, visitorId, customerId } = message;
  const { files, submissionHash, isSpam, reasons, reply } = message;
  const deleteAt = isSpam ? getQuarantineEnd(shop) : getRetentionEnd(shop, form);
  return [
    ...[form.id, form.title, isSpam ? 'quarantine' : 'new', JSON.stringify(fields), sender, form.locale, unitTag, page],
    ...[containerPost, visitorId, customerId, submissionHash, reasons, JSON.stringify(reply), getMailState(message)],
    ...[!form.settings.doNotStore, shop.clock.now(), deleteAt, JSON.stringify(files)],
  ];
}
