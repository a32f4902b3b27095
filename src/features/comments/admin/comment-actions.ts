import { type BulkAction, defineBulkAction } from '#platform/admin/runs/bulk-action.ts';
import { sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Text } from '#platform/texts/texts.ts';
import { type CommentState, commentStates } from '../contract.ts';
import {
  deleteComment,
  discardEdit,
  hasUnseenPhotographs,
  isEditedSince,
  lockComment,
  publishEdit,
  setCommentState,
} from '../write/change-comment.ts';
import { settleReports } from '../write/vote.ts';
import { commentAdminTexts as texts } from './texts.ts';

const selectInState = sqlQuery<{ id: number }>(
  'comments.find-in-state',
  'select id from comments where id = any($1::bigint[]) and state = $2',
);
const selectUnreported = sqlQuery<{ id: number }>(
  'comments.find-unreported',
  'select id from comments where id = any($1::bigint[]) and reports = 0',
);

const selectUnedited = sqlQuery<{ id: number }>(
  'comments.find-unedited',
  'select id from comments where id = any($1::bigint[]) and not exists (select from comment_edits e where e.comment_id = id)',
);

/** Label of a comment in the audit log. It contains no text of the comment, which may have to be erased. */
const toLabel = (id: number) => `#${id}`;

const skipUnchanged = async ({ t }: Pick<Shop, 't'>, rows: Promise<readonly { id: number }[]>, text: Text) =>
  (await rows).map(({ id }) => ({ id, code: 'COMMENT_UNCHANGED', message: t(text) }));

function defineStateAction(name: string, text: Text, state: CommentState): BulkAction<null> {
  return defineBulkAction({
    ...{ name, text, subject: 'comment', requires: 'comments.write' },
    run: async (shop, tx, id, _input, _actor, seenAt) => {
      const label = toLabel(id);
      const before = await lockComment(tx, id);
      if (!before) return { ok: false, code: 'COMMENT_GONE', message: shop.t(texts.gone) };
      if (state === 'approved' && (await isEditedSince(tx, before, seenAt)))
        return { ok: false, code: 'COMMENT_EDITED', message: shop.t(texts.editedSince), label };
      if (state === 'approved' && before.state !== state && (await hasUnseenPhotographs(tx, before, seenAt)))
        return { ok: false, code: 'COMMENT_PHOTOGRAPHS', message: shop.t(texts.photographsSince), label };
      await setCommentState(shop, tx, id, state);
      if (before.state === state)
        return { ok: false, code: 'COMMENT_UNCHANGED', message: shop.t(texts.unchanged), label, isSkipped: true };
      return { ok: true, change: { label, before: { state: before.state }, after: { state } } };
    },
    check: (shop, db, ids) => skipUnchanged(shop, selectInState(db, [ids, state]), texts.unchanged),
    undo: async (shop, tx, id, { before, after }) => {
      const earlier = commentStates.find((each) => each === before?.state);
      if (!earlier) return { ok: false, code: 'COMMENT_CHANGED', message: shop.t(texts.changedSince) };
      const comment = await setCommentState(shop, tx, id, earlier);
      if (!comment) return { ok: false, code: 'COMMENT_GONE', message: shop.t(texts.gone) };
      const { editedAt, stateChangedAt } = comment;
      const isEdited = earlier === 'approved' && editedAt && stateChangedAt && editedAt >= stateChangedAt;
      // A refusal rolls back the change by `setCommentState`.
      if (comment.state !== after?.state || isEdited)
        return { ok: false, code: 'COMMENT_CHANGED', message: shop.t(texts.changedSince) };
      return { ok: true, change: { label: toLabel(id), before: after, after: { state: earlier } } };
    },
  });
}

export const approveComments = defineStateAction('comments.approve', texts.approve, 'approved');
export const holdComments = defineStateAction('comments.hold', texts.hold, 'held');
export const markSpam = defineStateAction('comments.mark-spam', texts.markSpam, 'spam');

/** @param isPublished true publishes the edit, false discards it */
function defineEditAction(name: string, text: Text, isPublished: boolean): BulkAction<null> {
  return defineBulkAction({
    ...{ name, text, subject: 'comment', requires: 'comments.write' },
    check: (shop, db, ids) => skipUnchanged(shop, selectUnedited(db, [ids]), texts.notEdited),
    run: async (shop, tx, id, _input, _actor, seenAt) => {
      const label = toLabel(id);
      const comment = await lockComment(tx, id);
      if (!comment) return { ok: false, code: 'COMMENT_GONE', message: shop.t(texts.gone) };
      if (await isEditedSince(tx, comment, seenAt))
        return { ok: false, code: 'COMMENT_EDITED', message: shop.t(texts.editedSince), label };
      const isDone = isPublished ? await publishEdit(shop, tx, comment) : await discardEdit(tx, comment);
      if (!isDone)
        return { ok: false, code: 'COMMENT_UNCHANGED', message: shop.t(texts.notEdited), label, isSkipped: true };
      return { ok: true, change: { label, before: { isEdited: true }, after: { isEdited: false } } };
    },
  });
}

export const publishEdits = defineEditAction('comments.publish-edits', texts.publishEdit, true);
export const discardEdits = defineEditAction('comments.discard-edits', texts.discardEdit, false);

/** Clears reports by readers after staff have found the comment acceptable. */
export const settleCommentReports = defineBulkAction({
  ...{ name: 'comments.settle-reports', text: texts.settleReports, subject: 'comment', requires: 'comments.write' },
  check: (shop, db, ids) => skipUnchanged(shop, selectUnreported(db, [ids]), texts.notReported),
  run: async (_shop, tx, id) => {
    await settleReports(tx, [id]);
    return { ok: true, change: { label: toLabel(id), before: { isReported: true }, after: { isReported: false } } };
  },
});

export const deleteComments = defineBulkAction({
  ...{ name: 'comments.delete', text: texts.delete, subject: 'comment', requires: 'comments.delete' },
  isDangerous: true,
  run: async (shop, tx, id) => {
    const deleted = await deleteComment(shop, tx, id);
    if (!deleted) return { ok: false, code: 'COMMENT_GONE', message: shop.t(texts.gone) };
    return { ok: true, change: { label: toLabel(id), before: { state: deleted.state }, after: null } };
  },
});
