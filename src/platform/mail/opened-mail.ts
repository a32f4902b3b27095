import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { MailEntry } from './records.ts';

/** Whether a part of a path is an id or a key, which nobody types. Slugs have only lower-case letters. */
const isKey = (segment: string): boolean => segment.length >= 16 && /[A-Z0-9]/.test(segment);

function maskAddress(address: string): string {
  const [path = '', ...rest] = address.split(/[?#]/);
  const masked = path
    .split('/')
    .map((segment, index) => (index > 2 && isKey(segment) ? '…' : segment))
    .join('/');
  return rest.length === 0 ? masked : `${masked}?…`;
}

/** Hides the secret parts of links in a text: queries, and long keys in paths. */
const maskLinks = (text: string): string => text.replace(/https?:\/\/[^\s<>"']+/g, maskAddress);

/** Does the same in the HTML of a mail. Its links are disabled; its images are shown. */
const maskHtmlLinks = (html: string): string =>
  html
    .replace(/\s(?:href|action|formaction|ping)\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/gi, '')
    .replace(/(src\s*=\s*["']?)?https?:\/\/[^\s<>"']+/gi, (found, source?: string) =>
      source === undefined ? maskAddress(found) : found,
    );

interface OtherMail {
  readonly number: number;
  readonly id: string;
}

/** A mail as staff read it, with the secret parts of its links hidden. */
export interface OpenedMail extends MailEntry {
  readonly number: number;
  /** Null, as `text` is, when the content of the mail was not stored. */
  readonly html: string | null;
  readonly text: string | null;
  readonly attachments: readonly string[];
  /** The mail of which this mail is a copy; null when this mail is no copy. */
  readonly original: OtherMail | null;
  /** Copies of this mail, the oldest first. */
  readonly copies: readonly OtherMail[];
}

const columns = `m.number, m.id, m.recipient as "to", m.subject, m.state, m.attempts, m.error, m.created_at as "createdAt",
  m.sent_at as "sentAt", m.message->>'html' as html, m.message->>'text' as text,
  array(select a->>'name' from jsonb_array_elements(m.message->'attachments') a) as attachments,
  (select json_build_object('number', o.number, 'id', o.id) from platform.mail o where o.id = m.original_id) as original,
  (select coalesce(json_agg(json_build_object('number', c.number, 'id', c.id) order by c.number), '[]')
    from platform.mail c where c.original_id = m.id) as copies`;

const selectById = sqlQuery<OpenedMail>('mail.open-by-id', `select ${columns} from platform.mail m where m.id = $1`);
const selectByNumber = sqlQuery<OpenedMail>(
  'mail.open-by-number',
  `select ${columns} from platform.mail m where m.number = $1`,
);

/** @param by id of the mail, or its number in lists */
export async function openMail(db: Db, by: string | number): Promise<OpenedMail | null> {
  const [mail] = await (typeof by === 'number' ? selectByNumber(db, [by]) : selectById(db, [by]));
  if (!mail) return null;
  const { html, text } = mail;
  return { ...mail, html: html === null ? null : maskHtmlLinks(html), text: text === null ? null : maskLinks(text) };
}
