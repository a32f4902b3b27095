import { type Db, sqlQuery } from '#platform/database/database.ts';

export interface OutboxEntry {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly state: 'queued' | 'sending' | 'sent' | 'refused';
  readonly createdAt: Date;
  readonly sentAt: Date | null;
}

export interface OutboxMail extends OutboxEntry {
  /** File name in the outbox folder. Null, like the next two properties, until the mail is written. */
  readonly eml: string | null;
  readonly html: string | null;
  readonly text: string | null;
}

const columns = 'id, recipient as "to", subject, state, created_at as "createdAt", sent_at as "sentAt"';
const selectOutbox = sqlQuery<OutboxEntry>(
  'mail.list-outbox',
  `select ${columns} from platform.mail order by created_at desc, number desc limit 200`,
);
const selectMail = sqlQuery<OutboxMail>(
  'mail.find-mail',
  `select ${columns}, eml, html, plain as text from platform.mail where id = $1`,
);

/** Returns the newest mails first, at most 200. */
export function listOutbox(db: Db): Promise<OutboxEntry[]> {
  return selectOutbox(db, []);
}

export async function readOutboxMail(db: Db, id: string): Promise<OutboxMail | null> {
  const [mail] = await selectMail(db, [id]);
  return mail ?? null;
}
