import { sql } from 'drizzle-orm';
import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { MailMessage } from './message.ts';
import type { OutboxEntry } from './outbox.ts';

/**
 * @param originalId id of the mail that this mail repeats
 * @returns false when a mail with this id is known
 */
export async function recordQueued(tx: Db, message: MailMessage, originalId: string | null = null): Promise<boolean> {
  const { id, to, subject, locale } = message;
  const { rows } = await tx.execute(sql`
    insert into platform.mail (id, recipient, subject, locale, message, original_id)
    values (${id}, ${to}, ${subject}, ${locale}, ${JSON.stringify(message)}, ${originalId})
    on conflict (id) do nothing returning id`);
  return rows.length === 1;
}

const claimRow = sqlQuery<{ id: string }>(
  'mail.claim-mail',
  `insert into platform.mail as mail (id, recipient, subject, message, locale, state, attempts, sending_at) values ($1, $2, $3, $5, $6, 'sending', 1, now())
  on conflict (id) do update set state = 'sending', message = $5, attempts = mail.attempts + 1, sending_at = now()
    where mail.state = 'queued' or (mail.state = 'sending' and mail.sending_at <= now() - make_interval(secs => $4))
  returning id`,
);

/**
 * Claims the mail for one attempt: `busy` while another attempt has claimed it, `done` once it was sent or
 * refused.
 * @param lease seconds after which an attempt without a result counts as failed
 */
export async function claimMail(db: Db, message: MailMessage, lease: number): Promise<'claimed' | 'busy' | 'done'> {
  const { id, to, subject, locale, isSecret } = message;
  const kept = isSecret ? null : JSON.stringify(message);
  if ((await claimRow(db, [id, to, subject, lease, kept, locale])).length === 1) return 'claimed';
  const current = await db.execute<{ state: string }>(sql`select state from platform.mail where id = ${id}`);
  return current.rows[0]?.state === 'sending' ? 'busy' : 'done';
}

export interface OutboxCopy {
  readonly eml: string;
  /** Null, as `text` is, for a mail whose content must not be in the database. */
  readonly html: string | null;
  readonly text: string | null;
}

/** Code in place of an error for a mail whose recipient was erased before the mail was sent. */
export const erasedCode = 'ERASED';

const unlessErased = (value: string) => `case when error is distinct from '${erasedCode}' then ${value}::text end`;

const updateSent = sqlQuery(
  'mail.record-sent',
  `update platform.mail set state = 'sent', sent_at = now(), error = null, eml = ${unlessErased('$2')}, html = ${unlessErased('$3')},
    plain = ${unlessErased('$4')} where id = $1 and state <> 'sent'`,
);

export async function recordSent(db: Db, id: string, copy: OutboxCopy | null): Promise<void> {
  await updateSent(db, [id, copy?.eml ?? null, copy?.html ?? null, copy?.text ?? null]);
}

/** @param error a code, never the text of a mail server, which quotes addresses */
export async function recordFailedAttempt(
  db: Db,
  id: string,
  state: 'queued' | 'refused',
  error: string,
): Promise<void> {
  await db.execute(sql`
    update platform.mail set state = ${state}, error = ${error} where id = ${id} and state = 'sending'`);
}

export async function countMails(db: Db): Promise<Record<'queued' | 'sending' | 'sent' | 'refused', number>> {
  const { rows } = await db.execute<{ state: 'queued' | 'sending' | 'sent' | 'refused'; count: number }>(sql`
    select state, count(*) from platform.mail group by state`);
  return {
    queued: 0,
    sending: 0,
    sent: 0,
    refused: 0,
    ...Object.fromEntries(rows.map((row) => [row.state, row.count])),
  };
}

/** The record of a mail. `error` is a code of the mail server or the network. */
export interface MailEntry extends OutboxEntry {
  readonly attempts: number;
  readonly error: string | null;
}

export interface MailRecord extends MailEntry {
  /** Null for mails with a secret. */
  readonly message: MailMessage | null;
}

const entryColumns =
  'id, recipient as "to", subject, state, attempts, error, created_at as "createdAt", sent_at as "sentAt"';

const selectMails = sqlQuery<MailEntry>(
  'mail.list-mails',
  `select ${entryColumns} from platform.mail where starts_with(id, $1) order by created_at desc, number desc limit $2 offset $3`,
);

interface MailRange {
  /** Beginning of the ids; empty for all mails. */
  readonly start: string;
  /** Page number, from 1. */
  readonly page: number;
  readonly perPage: number;
}

export function listMails(db: Db, { start, page, perPage }: MailRange): Promise<MailEntry[]> {
  return selectMails(db, [start, perPage, (page - 1) * perPage]);
}

const selectRecord = sqlQuery<MailRecord>(
  'mail.read-mail',
  `select ${entryColumns}, message from platform.mail where id = $1`,
);

export async function readMail(db: Db, id: string): Promise<MailRecord | null> {
  return (await selectRecord(db, [id]))[0] ?? null;
}

const deleteRecords = sqlQuery<{ id: string }>(
  'mail.erase-mails',
  `delete from platform.mail where substring(id from '^[^:]+:[^:]+') = any($1) returning id`,
);

/**
 * Deletes the records of mails, with recipient and subject. Only for mails that no job will send: without
 * its record, a mail would be sent twice.
 * @param about the first two parts of the mails' ids: `contact-message:7`
 * @returns the ids of the mails, whose files in the outbox must be removed after the commit
 */
export async function eraseMails(tx: Db, about: readonly string[]): Promise<string[]> {
  return (await deleteRecords(tx, [about])).map(({ id }) => id);
}
