import { adminPath } from '#platform/admin/contract.ts';
import { type AdminPanel, defineAdminRecord } from '#platform/admin/records/record.ts';
import { formatMoment } from '#platform/texts/formats.ts';
import type { Translate } from '#platform/texts/texts.ts';
import { StateBadge } from '#ui/admin/state-badge.tsx';
import { adminCommentPath, adminCommentsPath, adminPhotographPath, commentPath } from '../contract.ts';
import { Stars } from '../parts/stars.tsx';
import * as actions from './comment-actions.ts';
import { commentList, stateTones } from './comment-list.tsx';
import { type CommentSubject, loadCommentSubject } from './comment-subject.ts';
import { replyOperation } from './reply-operation.ts';
import { reasonTexts, commentAdminTexts as texts } from './texts.ts';

const asTyped = { whiteSpace: 'pre-line', overflowWrap: 'anywhere' } as const;

const LinkLine = ({ href, text }: { readonly href: string; readonly text: string }) => (
  <p>
    <a href={href}>{text}</a>
  </p>
);

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
      {parentId !== null && <LinkLine href={adminCommentPath(parentId)} text={t(texts.answers)} />}
      {state === 'approved' && <LinkLine href={commentPath(id)} text={t(texts.inShop)} />}
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
      {network !== null && <LinkLine href={query('network', network)} text={t(texts.fromNetwork, { network })} />}
      {orderId !== null && (
        <LinkLine href={adminPath(`orders/${orderId}`)} text={t(texts.boughtWith, { number: String(orderNumber) })} />
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
      {reasons.map((code) => (
        <li key={code}>{reasonTexts[code] ? t(reasonTexts[code]) : code}</li>
      ))}
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
    {
      action: actions.approveComments,
      isShown: ({ state }) => state !== 'approved',
      isNext: ({ state }) => state === 'held',
    },
    { action: actions.publishEdits, isShown: ({ edit }) => edit !== null, isNext: () => true },
    { action: actions.discardEdits, isShown: ({ edit }) => edit !== null },
    { action: actions.holdComments, isShown: ({ state }) => state !== 'held' },
    { action: actions.markSpam, isShown: ({ state }) => state !== 'spam' },
    { action: actions.settleCommentReports, isShown: ({ reports }) => reports.length > 0 },
    { action: actions.deleteComments },
  ],
  operations: [{ operation: replyOperation, isShown: ({ state }) => state === 'approved' }],
});
