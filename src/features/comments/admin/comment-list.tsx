import { type SQL, sql } from 'drizzle-orm';
import { contains, isInPeriod, isOneOf } from '#platform/admin/lists/filter.ts';
import { defineAdminList } from '#platform/admin/lists/list.ts';
import { StateBadge } from '#ui/admin/state-badge.tsx';
import { adminCommentPath, adminCommentsPath, commentStates } from '../contract.ts';
import { Stars } from '../parts/stars.tsx';
import * as actions from './comment-actions.ts';
import type { CommentSubject } from './comment-subject.ts';
import { commentAdminTexts as texts } from './texts.ts';

type RowColumns = 'id' | 'product' | 'stars' | 'title' | 'body' | 'author' | 'email' | 'network' | 'state';
interface CommentRow extends Pick<CommentSubject, RowColumns | 'isVerified' | 'createdAt'> {
  readonly reports: number;
}

export const stateTones = { held: 'warning', approved: 'success', spam: 'neutral' } as const;

const select = sql`c.id, coalesce((select p.name from products p where p.id = c.product_id), (select e.title from content_entries e where e.id = c.entry_id)) as product, c.stars, c.title, left(c.body, 60) as body, c.author, c.email, c.network, c.state,
  c.is_verified as "isVerified", c.reports, c.created_at as "createdAt"`;

const editedIds = sql`select e.comment_id from comment_edits e`;
const whether = (is: SQL, isNot: SQL) => (isSet: boolean) => (isSet ? is : isNot);

export const commentList = defineAdminList<CommentRow>({
  name: 'comments.comments',
  path: adminCommentsPath,
  requires: 'comments.read',
  texts: { title: texts.comments, count: texts.commentCount, empty: texts.noComments },
  source: {
    ...{ from: sql`comments c`, id: sql`c.id`, select },
    sorts: {
      newest: {
        ...{ title: texts.newest, reversedTitle: texts.oldest, by: sql`c.created_at` },
        ...{ type: 'timestamptz', direction: 'desc' },
      },
    },
  },
  columns: {
    text: { title: texts.text, cell: ({ title, body }) => title || body, onPhone: 'title' },
    stars: {
      title: texts.stars,
      cell: ({ stars }, { t }) => stars !== null && <Stars t={t} value={stars} />,
      csv: ({ stars }) => (stars === null ? '' : String(stars)),
      onPhone: 'value',
    },
    state: {
      title: texts.state,
      cell: ({ state }, { t }) => <StateBadge tone={stateTones[state]}>{t(texts[state])}</StateBadge>,
      onPhone: 'badge',
    },
    product: { title: texts.product, cell: ({ product }) => product },
    author: { title: texts.author, cell: ({ author }) => author, isHidden: true },
    verified: {
      ...{ title: texts.verified, isHidden: true },
      cell: ({ isVerified }, { t }) => isVerified && t(texts.verified),
    },
    reports: { title: texts.reports, cell: ({ reports }) => reports || '', align: 'end', isHidden: true },
    created: { title: texts.written, cell: ({ createdAt }, { time }) => time(createdAt), sort: 'newest' },
    email: { title: texts.email, cell: ({ email }) => email, isHidden: true },
    network: { title: texts.network, cell: ({ network }) => network, isHidden: true },
  },
  filters: {
    state: {
      ...{ kind: 'choice', title: texts.state, isPromoted: true, where: isOneOf(sql`c.state`) },
      options: () => commentStates.map((value) => ({ value, label: texts[value] })),
    },
    reported: { kind: 'flag', title: texts.isReported, where: whether(sql`c.reports > 0`, sql`c.reports = 0`) },
    edited: {
      ...{ kind: 'flag', title: texts.isEdited },
      where: whether(sql`c.id in (${editedIds})`, sql`c.id not in (${editedIds})`),
    },
    verified: { kind: 'flag', title: texts.verified, where: whether(sql`c.is_verified`, sql`not c.is_verified`) },
    onPosts: {
      ...{ kind: 'flag', title: texts.isOnPost },
      where: whether(sql`c.entry_id is not null`, sql`c.product_id is not null`),
    },
    written: { kind: 'date', title: texts.written, where: isInPeriod(sql`c.created_at`) },
    email: { kind: 'text', title: texts.email, where: (text) => sql`lower(c.email) = lower(${text})` },
    network: { kind: 'text', title: texts.network, where: (text) => sql`c.network = ${text}` },
  },
  search: {
    ...{ title: texts.searched, sample: 'glaze' },
    exact: (text) => sql`lower(c.email) = lower(${text})`,
    fuzzy: (text) => contains(sql`(c.author || ' ' || c.title || ' ' || c.body)`, text),
  },
  views: [
    { id: 'held', text: texts.held, filters: { state: 'held' } },
    { id: 'edited', text: texts.isEdited, filters: { edited: 'yes' } },
    { id: 'reported', text: texts.isReported, filters: { reported: 'yes' } },
    { id: 'spam', text: texts.spam, filters: { state: 'spam' } },
  ],
  open: ({ id }) => adminCommentPath(id),
  hasNeighbourLinks: true,
  actions: [
    ...[actions.approveComments, actions.holdComments, actions.markSpam, actions.publishEdits, actions.discardEdits],
    ...[actions.settleCommentReports, actions.deleteComments],
  ],
});
