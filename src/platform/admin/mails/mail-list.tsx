import { sql } from 'drizzle-orm';
import { isAnyCase, isInPeriod, isOneOf } from '#platform/admin/lists/filter.ts';
import { defineAdminList } from '#platform/admin/lists/list.ts';
import type { Shop } from '#platform/features/shop.ts';
import { mailKinds } from '#platform/mail/mail-kinds.ts';
import type { MailEntry } from '#platform/mail/records.ts';
import { MailStateBadge } from './mail-states.tsx';
import { mailRecordPath, mailsPath } from './paths.ts';
import { mailLogTexts as texts } from './texts.ts';

interface MailRow extends Omit<MailEntry, 'id'> {
  readonly id: number;
  readonly name: string;
}

/**
 * Matches mails that were refused for good, and mails that wait for another attempt after an error. A mail that was
 * sent again no longer counts. The copy is looked up for each mail, since PostgreSQL would read all mails for a join.
 */
export const isFailedMail = sql`((m.state = 'refused' and m.error is distinct from 'ERASED' or (m.state = 'queued' and m.error is not null))
  and (select c.id from platform.mail c where c.original_id = m.id limit 1) is null)`;

const whereState = isAnyCase({
  queued: () => sql`(m.state = 'queued' and m.error is null)`,
  sending: () => sql`m.state = 'sending'`,
  sent: () => sql`m.state = 'sent'`,
  failed: () => isFailedMail,
});

export function formatMailKind({ implementations, t }: Shop, id: string): string {
  const [prefix = ''] = id.split(':');
  const kind = implementations(mailKinds).find((each) => each.prefix === prefix);
  return kind ? t(kind.text) : prefix;
}

export const mailList = defineAdminList<MailRow>({
  name: 'mails.mails',
  path: mailsPath,
  requires: 'mails.read',
  texts: { title: texts.title, lead: texts.lead, count: texts.count, empty: texts.empty },
  source: {
    from: sql`platform.mail m`,
    id: sql`m.number`,
    // Leaves out the message, whose attachments may have megabytes.
    select: sql`m.number as id, m.id as name, m.recipient as "to", m.subject, m.state, m.attempts, m.error,
      m.created_at as "createdAt", m.sent_at as "sentAt"`,
    sorts: {
      newest: {
        ...{ title: texts.newest, reversedTitle: texts.oldest },
        ...{ by: sql`m.created_at`, type: 'timestamptz', direction: 'desc' },
      },
    },
  },
  columns: {
    subject: { title: texts.subject, cell: ({ subject }) => subject, onPhone: 'title' },
    to: { title: texts.to, cell: ({ to }) => to },
    kind: { title: texts.kind, cell: ({ name }, { shop }) => formatMailKind(shop, name), onTablet: 'hidden' },
    created: {
      ...{ title: texts.created, sort: 'newest', cell: ({ createdAt }, { time }) => time(createdAt) },
      csv: ({ createdAt }) => createdAt.toISOString(),
    },
    state: { title: texts.state, cell: (mail, { t }) => <MailStateBadge {...{ t, mail }} />, onPhone: 'badge' },
    attempts: { title: texts.attempts, align: 'end', cell: ({ attempts }) => attempts },
    error: { title: texts.error, cell: ({ error }) => error && <code>{error}</code> },
    id: { title: texts.id, cell: ({ name }) => <code>{name}</code>, isHidden: true },
  },
  filters: {
    state: {
      ...{ kind: 'choice', title: texts.state, isPromoted: true, where: whereState },
      options: () => [
        { value: 'queued', label: texts.stateQueued },
        { value: 'sending', label: texts.stateSending },
        { value: 'sent', label: texts.stateSent },
        { value: 'failed', label: texts.stateFailed },
      ],
    },
    kind: {
      ...{ kind: 'choice', title: texts.kind, isPromoted: true, where: isOneOf(sql`split_part(m.id, ':', 1)`) },
      options: ({ implementations }) =>
        implementations(mailKinds).map(({ prefix, text }) => ({ value: prefix, label: text })),
    },
    to: {
      kind: 'text',
      title: texts.to,
      isPromoted: true,
      where: (text) => sql`lower(m.recipient) = lower(${text})`,
    },
    created: { kind: 'date', title: texts.created, where: isInPeriod(sql`m.created_at`) },
  },
  search: {
    ...{ title: texts.searchTitle, sample: 'ada@example.com', isExcludedFromPalette: true },
    exact: (text) => sql`(lower(m.recipient) = lower(${text}) or m.id = ${text})`,
  },
  views: [{ id: 'failed', text: texts.viewFailed, filters: { state: 'failed' } }],
  open: ({ id }) => mailRecordPath(id),
  hasNeighbourLinks: true,
});
