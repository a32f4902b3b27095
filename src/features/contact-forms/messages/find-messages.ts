import { type Db, sqlQuery } from '#platform/database/database.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import type {
  MessageField,
  MessageMailState,
  MessageStatus,
  MessageWebhookState,
  SentReply,
} from '../message-types.ts';

export interface StoredFile {
  readonly id: string;
  readonly field: string;
  readonly name: string;
  readonly type: string;
  readonly bytes: number;
}

export interface ContactMessage {
  readonly id: number;
  readonly formId: number;
  readonly formTitle: string;
  readonly status: MessageStatus;
  readonly fields: readonly MessageField[];
  readonly sender: string | null;
  readonly page: string | null;
  readonly reasons: readonly string[];
  readonly reply: SentReply;
  readonly mail: MessageMailState;
  readonly webhook: MessageWebhookState;
  readonly isKept: boolean;
  /** Whether its content was deleted, because its form stores nothing. */
  readonly isCleared: boolean;
  readonly receivedAt: Date;
  readonly files: readonly StoredFile[];
  readonly answers: readonly { readonly body: string; readonly by: string; readonly answeredAt: string }[];
}

const columns = `m.id, m.form_id as "formId", m.form_title as "formTitle", m.status, m.fields, m.sender, m.page, m.reasons, m.reply, m.mail, m.webhook,
  m.is_kept as "isKept", m.is_cleared as "isCleared", m.received_at as "receivedAt",
  (select coalesce(json_agg(json_build_object('id', f.id, 'field', f.field, 'name', f.name, 'type', f.type, 'bytes', f.bytes) order by f.field, f.name), '[]')
    from contact_message_files f where f.message_id = m.id and f.answer_id is null) as files,
  (select coalesce(json_agg(json_build_object('body', a.body, 'by', a.by, 'answeredAt', a.answered_at) order by a.answered_at), '[]')
    from contact_message_answers a where a.message_id = m.id) as answers`;

const selectMessage = sqlQuery<ContactMessage>(
  'contact-forms.find-message',
  `select ${columns} from contact_messages m where m.id = $1`,
);

export async function findMessage(db: Db, id: number): Promise<ContactMessage | null> {
  return (await selectMessage(db, [id]))[0] ?? null;
}

const selectMessages = sqlQuery<ContactMessage>(
  'contact-forms.list-messages',
  `with page as (
    select m.id from contact_messages m
    where ($1::text is null or m.status = $1) and ($2::integer is null or m.form_id = $2)
      and ($3::text is null or lower(m.sender) = lower($3))
      and ($4::text is null or jsonb_path_query_array(m.fields, '$[*].values[*]')::text ilike $4
        and jsonb_path_query_array(m.fields, '$[*].values[*]')::text ilike all ($8::text[]))
      and (not $7 or m.mail = 'failed') and (not $9 or m.webhook = 'failed')
    order by m.received_at desc, m.id desc limit $5 offset $6
  )
  select ${columns} from page join contact_messages m using (id) order by m.received_at desc, m.id desc`,
);

export interface MessageFilter {
  readonly status: MessageStatus | null;
  readonly formId: number | null;
  readonly sender: string | null;
  /** Each word is a part of a value, in any order. */
  readonly words: string | null;
  /** Whether only messages count of which a mail was refused for good. */
  readonly isMailFailed: boolean;
  /** Whether only messages count that the webhook never took. */
  readonly isWebhookFailed: boolean;
  readonly page: number;
  readonly perPage: number;
}

export function listMessages(db: Db, filter: MessageFilter): Promise<ContactMessage[]> {
  const { status, formId, sender, words, isMailFailed, isWebhookFailed, page, perPage } = filter;
  // The index finds messages with the longest word. PostgreSQL uses none for all of a list.
  const [longest = null, ...others] = listPatterns(words ?? '');
  const offset = (page - 1) * perPage;
  return selectMessages(db, [
    ...[status, formId, sender, longest, perPage, offset, isMailFailed, others, isWebhookFailed],
  ]);
}

/** Patterns of the words of a text, the longest first. Values have quotes escaped, as JSON does. */
const listPatterns = (text: string): string[] =>
  (text.match(/\S+/g) ?? [])
    .toSorted((a, b) => b.length - a.length)
    .map(
      (word) =>
        `%${JSON.stringify(word)
          .slice(1, -1)
          .replace(/[\\%_]/g, '\\$&')}%`,
    );

const selectOfSender = sqlQuery<ContactMessage>(
  'contact-forms.list-messages-of-sender',
  `select ${columns} from contact_messages m where lower(m.sender) = lower($1) order by m.id`,
);

export function listMessagesOfSender(db: Db, sender: string): Promise<ContactMessage[]> {
  return selectOfSender(db, [sender]);
}

const fillIndex = sqlQuery(
  'contact-forms.fill-search-index',
  "select gin_clean_pending_list('contact_messages_words')",
);

/** Fills the index in the background, so that no message that is sent has to wait for it. */
export const fillSearchIndexJob = defineJob({
  name: 'contact-forms:fill-search-index',
  every: '*/20 * * * *',
  run: async ({ db }) => {
    await fillIndex(db, []);
  },
});
