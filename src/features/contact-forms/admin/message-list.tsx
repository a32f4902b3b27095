import { sql } from 'drizzle-orm';
import { contains, isAnyCase, isInPeriod, isOneOf } from '#platform/admin/lists/filter.ts';
import { defineAdminList } from '#platform/admin/lists/list.ts';
import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Translate } from '#platform/texts/texts.ts';
import { StateBadge } from '#ui/admin/state-badge.tsx';
import type { MessageMailState, MessageStatus } from '../message-types.ts';
import { markSpam, releaseMessages, takeMessages } from './message-actions.ts';
import { messagePath, messagesPath } from './paths.ts';
import { messageAdminTexts as texts } from './texts.ts';

const looks = {
  new: { text: texts.statusNew, tone: 'info' },
  quarantine: { text: texts.statusHeld, tone: 'warning' },
  answered: { text: texts.statusAnswered, tone: 'success' },
  spam: { text: texts.statusSpam, tone: 'neutral' },
} as const;

interface StateProps {
  readonly t: Translate;
  readonly message: { readonly status: MessageStatus; readonly mail: MessageMailState };
}

export function MessageState({ t, message: { status, mail } }: StateProps) {
  return (
    <>
      <StateBadge tone={looks[status].tone} isOpen={status === 'quarantine'}>
        {t(looks[status].text)}
      </StateBadge>{' '}
      {mail === 'failed' && <StateBadge tone="error">{t(texts.mailFailed)}</StateBadge>}
    </>
  );
}

interface MessageRow {
  readonly id: number;
  readonly formTitle: string;
  readonly status: MessageStatus;
  readonly mail: MessageMailState;
  readonly sender: string | null;
  /** The beginning of what was typed. */
  readonly excerpt: string | null;
  readonly files: number;
  readonly assigned: string | null;
  readonly receivedAt: Date;
}

const typed = sql`jsonb_path_query_array(m.fields, '$[*].values[*]')::text`;

export const messageList = defineAdminList<MessageRow>({
  name: 'contact-forms.messages',
  path: messagesPath,
  requires: 'messages.read',
  texts: { title: texts.messages, lead: texts.lead, count: texts.count, empty: texts.empty },
  source: {
    from: sql`contact_messages m`,
    id: sql`m.id`,
    select: sql`m.id, m.form_title as "formTitle", m.status, m.mail, m.sender, m.received_at as "receivedAt",
      (select left(string_agg(value, ' · '), 160) from jsonb_path_query(m.fields, '$[*].values[*]') v(item), lateral (select item #>> '{}' as value) w
        where value <> coalesce(m.sender, '')) as excerpt,
      (select count(*)::integer from contact_message_files f where f.message_id = m.id and f.answer_id is null) as files,
      (select coalesce(nullif(c.name, ''), c.email) from staff_members s join customers c on c.id = s.customer_id
        where s.id = m.assigned_to) as assigned`,
    sorts: {
      newest: {
        ...{ title: texts.newest, reversedTitle: texts.oldest },
        ...{ by: sql`m.received_at`, type: 'timestamptz', direction: 'desc' },
      },
    },
  },
  columns: {
    text: { title: texts.text, cell: ({ excerpt, formTitle }) => excerpt || formTitle, onPhone: 'title' },
    sender: { title: texts.sender, cell: ({ sender }, { t }) => sender ?? t(texts.noSender) },
    form: { title: texts.form, cell: ({ formTitle }) => formTitle, onTablet: 'hidden' },
    status: { title: texts.status, cell: (message, { t }) => <MessageState {...{ t, message }} />, onPhone: 'badge' },
    files: { title: texts.files, align: 'end', onTablet: 'hidden', cell: ({ files }) => (files > 0 ? files : null) },
    assigned: { title: texts.assigned, cell: ({ assigned }) => assigned },
    received: {
      ...{ title: texts.received, sort: 'newest', cell: ({ receivedAt }, { time }) => time(receivedAt) },
      csv: ({ receivedAt }) => receivedAt.toISOString(),
    },
  },
  filters: {
    status: {
      ...{ kind: 'choice', title: texts.status, isPromoted: true, where: isOneOf(sql`m.status`) },
      options: () => Object.entries(looks).map(([value, { text }]) => ({ value, label: text })),
    },
    assigned: {
      ...{ kind: 'choice', title: texts.assigned, isPromoted: true },
      options: () => [
        { value: 'me', label: texts.assignedToMe },
        { value: 'nobody', label: texts.assignedToNobody },
        { value: 'others', label: texts.assignedToOthers },
      ],
      where: isAnyCase({
        me: ({ actor }) => sql`m.assigned_to = ${actor.staffId}::bigint`,
        nobody: () => sql`m.assigned_to is null`,
        others: ({ actor }) =>
          sql`(m.assigned_to is not null and m.assigned_to is distinct from ${actor.staffId}::bigint)`,
      }),
    },
    sender: {
      kind: 'text',
      title: texts.sender,
      isPromoted: true,
      where: (text) => sql`lower(m.sender) = lower(${text})`,
    },
    mailFailed: {
      kind: 'flag',
      title: texts.mailFailed,
      where: (isSet) => (isSet ? sql`m.mail = 'failed'` : sql`m.mail <> 'failed'`),
    },
    received: { kind: 'date', title: texts.received, where: isInPeriod(sql`m.received_at`) },
  },
  search: {
    ...{ title: texts.searchTitle, sample: 'glazed' },
    exact: (text) => (text.includes('@') ? sql`lower(m.sender) = lower(${text})` : null),
    fuzzy: (text) => contains(typed, JSON.stringify(text).slice(1, -1)),
  },
  views: [
    { id: 'new', text: texts.statusNew, filters: { status: 'new' } },
    { id: 'mine', text: texts.viewMine, filters: { assigned: 'me', status: 'new' } },
    { id: 'answered', text: texts.statusAnswered, filters: { status: 'answered' } },
    { id: 'held', text: texts.statusHeld, filters: { status: 'quarantine' } },
    { id: 'spam', text: texts.statusSpam, filters: { status: 'spam' } },
  ],
  open: ({ id }) => messagePath(id),
  hasNeighbourLinks: true,
  actions: [takeMessages, releaseMessages, markSpam],
});

const countNew = sqlQuery<{ count: number }>(
  'contact-forms.count-new',
  `select count(*)::integer as count from (select from contact_messages where status = 'new' limit 1000) waiting`,
);

export const countNewMessages = async (_shop: Shop, db: Db): Promise<number> => (await countNew(db, []))[0]?.count ?? 0;
