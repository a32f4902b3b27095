import { adminPath } from '#platform/admin/contract.ts';
import { type AdminPanel, defineAdminRecord } from '#platform/admin/records/record.ts';
import { formatMoment } from '#platform/texts/formats.ts';
import type { Translate } from '#platform/texts/texts.ts';
import { StateBadge } from '#ui/admin/state-badge.tsx';
import { adminCommentPath, adminCommentsPath, adminPhotographPath, commentPath } from '../contract.ts';
import { Stars } from '../parts/stars.tsx';
import {
  approveComments,
  deleteComments,
  discardEdits,
  holdComments,
  markSpam,
  publishEdits,
  settleCommentReports,
} from './comment-actions.ts';
import { commentList, stateTones } from './comment-list.tsx';
import { type CommentSubject, loadCommentSubject } from './comment-subject.ts';
import { replyOperation } from './reply-operation.ts';
import { reasonTexts, commentAdminTexts as texts } from './texts.ts';

const asTyped = { whiteSpace: 'pre-line', overflowWrap: 'anywhere' } as const;

const textPanel: AdminPanel<CommentSubject> = {
  ...{ id: 'text', title: texts.text, column: 'main' },
  render: ({ t }, { stars, title, body, photographs, parentId, state, id }) => (
    <div className="stack">
      {stars !== null && <Stars t={t} value={stars} />}
      {title !== '' && <p>{title}</p>}
      <p style={asTyped}>{body === '' ? t(texts.erased) : body}</p>
      {photographs.map((photograph) => (
        <p key={photograph}>
          <img src={adminPhotographPath(photograph)} alt={t(texts.photograph)} width={320} />
        </p>
      ))}
      {parentId !== null && (
        <p>
          <a href={adminCommentPath(parentId)}>{t(texts.answers)}</a>
        </p>
      )}
      {state === 'approved' && (
        <p>
          <a href={commentPath(id)}>{t(texts.inShop)}</a>
        </p>
      )}
    </div>
  ),
};

const editPanel: AdminPanel<CommentSubject> = {
  ...{ id: 'edit', title: texts.isEdited, column: 'main' },
  render: ({ t }, { edit }) =>
    edit && (
      <div className="stack">
        {edit.stars !== null && <Stars t={t} value={edit.stars} />}
        {edit.title !== '' && <p>{edit.title}</p>}
        <p style={asTyped}>{edit.body}</p>
        {edit.reasons.length > 0 && <Reasons t={t} reasons={edit.reasons} />}
      </div>
    ),
};

const reportsPanel: AdminPanel<CommentSubject> = {
  ...{ id: 'reports', title: texts.reports, column: 'main' },
  render: ({ t }, { reports }) =>
    reports.length === 0 ? null : (
      <ul>
        {reports.map((reason, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: reports have no other identity
          <li key={index}>{reason === '' ? t(texts.noReason) : reason}</li>
        ))}
      </ul>
    ),
};

const versionsPanel: AdminPanel<CommentSubject> = {
  ...{ id: 'versions', title: texts.versions, column: 'main' },
  render: ({ t }, { versions }) =>
    versions.length === 0 ? null : (
      <ol reversed>
        {versions.map(({ version, stars, title, body }) => (
          <li key={version}>
            {stars !== null && <Stars t={t} value={stars} />} {title} <p style={asTyped}>{body}</p>
          </li>
        ))}
      </ol>
    ),
};

const query = (name: string, value: string) => `${adminCommentsPath}?${new URLSearchParams({ [name]: value })}`;

const authorPanel: AdminPanel<CommentSubject> = {
  ...{ id: 'author', title: texts.author, column: 'side' },
  render: ({ t }, { author, email, network, isAddressProved, orderId, orderNumber }) => (
    <div className="stack">
      <p>{author === '' ? t(texts.erased) : author}</p>
      {email !== null && (
        <p>
          <a href={query('email', email)}>{email}</a> {t(isAddressProved ? texts.proved : texts.claimed)}
        </p>
      )}
      {network !== null && (
        <p>
          <a href={query('network', network)}>{t(texts.fromNetwork, { network })}</a>
        </p>
      )}
      {orderId !== null && (
        <p>
          <a href={adminPath(`orders/${orderId}`)}>{t(texts.boughtWith, { number: String(orderNumber) })}</a>
        </p>
      )}
    </div>
  ),
};

const reasonsPanel: AdminPanel<CommentSubject> = {
  ...{ id: 'reasons', title: texts.why, column: 'side' },
  render: ({ t }, { reasons }) => (reasons.length === 0 ? null : <Reasons t={t} reasons={reasons} />),
};

function Reasons({ t, reasons }: { readonly t: Translate; readonly reasons: readonly string[] }) {
  return (
    <ul>
      {reasons.map((code) => {
        const known = reasonTexts[code];
        return <li key={code}>{known ? t(known) : code}</li>;
      })}
    </ul>
  );
}

export const commentRecord = defineAdminRecord<CommentSubject>({
  name: 'comments.comment',
  path: adminCommentPath(':id'),
  requires: 'comments.read',
  subject: 'comment',
  back: { path: adminCommentsPath, text: texts.comments },
  list: commentList.name,
  load: (_shop, db, id) => loadCommentSubject(db, id),
  head: ({ t, choices }, { author, product, state, edit, isVerified, createdAt }) => ({
    title: t(texts.title, { author, product }),
    states: (
      <>
        <StateBadge tone={stateTones[state]}>{t(texts[state])}</StateBadge>
        {edit && <StateBadge tone="warning">{t(texts.isEdited)}</StateBadge>}
        {isVerified && <StateBadge tone="info">{t(texts.verified)}</StateBadge>}
      </>
    ),
    facts: formatMoment(createdAt, choices.locale),
  }),
  panels: [textPanel, editPanel, reportsPanel, versionsPanel, authorPanel, reasonsPanel],
  actions: [
    { action: approveComments, isShown: ({ state }) => state !== 'approved', isNext: ({ state }) => state === 'held' },
    { action: publishEdits, isShown: ({ edit }) => edit !== null, isNext: () => true },
    { action: discardEdits, isShown: ({ edit }) => edit !== null },
    { action: holdComments, isShown: ({ state }) => state !== 'held' },
    { action: markSpam, isShown: ({ state }) => state !== 'spam' },
    { action: settleCommentReports, isShown: ({ reports }) => reports.length > 0 },
    { action: deleteComments },
  ],
  operations: [{ operation: replyOperation, isShown: ({ state }) => state === 'approved' }],
});
