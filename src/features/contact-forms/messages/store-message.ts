import { createHash, randomUUID } from 'node:crypto';
import { cleanText } from '#features/uploads/index.ts';
import { awaitAll, sqlQuery } from '#platform/database/database.ts';
import { inSharedTransaction } from '#platform/database/shared-transaction.ts';
import type { Shop } from '#platform/features/shop.ts';
import { type InspectedFile, inspectFile } from '#platform/files/inspect-file.ts';
import type { ReceivedFile } from '#platform/http/bodies/receive-files.ts';
import type { SentReply } from '../message-types.ts';
import { type ContactSubmission, contactMessageReceived, type ScannedFile } from '../ports.ts';
import { type OpeningUse, recordOpeningUse } from '../protection/form-openings.ts';
import { contactFormSettings, getQuarantineEnd, getRetentionEnd } from '../settings.ts';
import { clearDelivered } from './deliver-message.ts';
import { openMessageFiles } from './message-files.ts';
import { messageMailJob } from './message-mails.ts';

export interface CheckedFile extends ScannedFile {
  readonly field: string;
}

export interface KeptFile extends CheckedFile {
  readonly id: string;
}

export interface NewMessage extends Omit<ContactSubmission, 'ip' | 'body'> {
  readonly files: readonly KeptFile[];
  readonly unitTag: string;
  readonly page: string | null;
  readonly containerPost: number | null;
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

/** Inserts nothing when the same message came after `$3`: then the lock waited for it. */
const insertMessage = sqlQuery<{ id: number }>(
  'contact-forms.insert-message',
  `with message as (
    insert into contact_messages (form_id, form_title, status, fields, sender, locale, unit_tag, page, container_post, visitor_id,
      customer_id, submission_hash, reasons, reply, mail, is_kept, received_at, delete_at)
    select form_id, form_title, status, fields, sender, locale, unit_tag, page, container_post, visitor_id,
      customer_id, submission_hash, reasons, reply, mail, is_kept, received_at, delete_at
    from jsonb_to_record($1) as given (form_id int, form_title text, status text, fields jsonb, sender text, locale text, unit_tag text,
      page text, container_post int, visitor_id uuid, customer_id bigint, submission_hash text, reasons text[], reply jsonb, mail text,
      is_kept boolean, received_at timestamptz, delete_at timestamptz)
    where not exists (select from contact_messages same where same.submission_hash = given.submission_hash and same.received_at > $3)
    returning id
  ), files as (
    insert into contact_message_files (id, message_id, field, name, type, bytes, sha256)
    select f.id, message.id, f.field, f.name, f.type, f.bytes, f.sha256
    from message, jsonb_to_recordset($2) as f (id uuid, field text, name text, type text, bytes bigint, sha256 text)
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
      insertMessage(tx, [JSON.stringify(toRow(shop, message)), JSON.stringify(message.files), since]),
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

function toRow(shop: Shop, message: NewMessage): object {
  const { form, fields, sender, page, reasons, reply, isSpam } = message;
  return {
    ...{ form_id: form.id, form_title: form.title, locale: form.locale, status: isSpam ? 'quarantine' : 'new' },
    ...{ fields, sender, page, reasons, reply, mail: getMailState(message), is_kept: !form.settings.doNotStore },
    ...{ unit_tag: message.unitTag, container_post: message.containerPost, submission_hash: message.submissionHash },
    ...{ visitor_id: message.visitorId, customer_id: message.customerId, received_at: shop.clock.now() },
    delete_at: isSpam ? getQuarantineEnd(shop) : getRetentionEnd(shop, form),
  };
}

const fieldName = 'answer';

/** The id follows from the form and the file, because the transaction may be repeated after the file was moved. */
function createFileId(requestKey: string, index: number, sha256: string): string {
  const hex = createHash('sha256').update(`answer file ${requestKey} ${index} ${sha256}`).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}

/** A file can't be read at its place once it was moved. */
const inspectedFiles = new WeakMap<ReceivedFile, InspectedFile<string>>();

/**
 * Moves the files of an answer to their places. A job deletes files without a row.
 * @returns the name of a file that is refused
 */
export async function keepAnswerFiles(
  shop: Shop,
  received: readonly ReceivedFile[],
  requestKey: string,
): Promise<{ readonly ok: true; readonly files: readonly KeptFile[] } | { readonly ok: false; readonly name: string }> {
  const store = openMessageFiles(shop);
  const files: KeptFile[] = [];
  for (const [index, file] of received.entries()) {
    const { name, bytes, sha256, path } = file;
    const id = createFileId(requestKey, index, sha256);
    const inspected = inspectedFiles.get(file) ?? (await inspectFile(path, { name }));
    inspectedFiles.set(file, inspected);
    if (!inspected.ok) return { ok: false, name };
    files.push({ id, field: fieldName, name: cleanText(name), type: inspected.type, bytes, sha256, path });
  }
  for (const { id, path } of files) if (!(await store.open(id))) await store.keep(id, path);
  return { ok: true, files };
}
