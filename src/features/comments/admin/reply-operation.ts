import { defineAdminOperation } from '#platform/admin/records/operations/operation.ts';
import { text } from '#platform/forms/kinds.ts';
import { toAuthorColumns } from '#platform/sessions/author.ts';
import { maxBody } from '../contract.ts';
import { lockComment } from '../write/change-comment.ts';
import { writeReplyOfShop } from '../write/write-comment.ts';
import { loadCommentSubject } from './comment-subject.ts';
import { commentAdminTexts as texts } from './texts.ts';

export const replyOperation = defineAdminOperation({
  ...{ name: 'comments.reply', description: 'Answers a review or a comment publicly, as the shop.', text: texts.reply },
  ...{ subject: 'comment', requires: 'comments.write' },
  load: (_shop, db, id) => loadCommentSubject(db, id),
  label: ({ t }, { author, product }) => t(texts.title, { author, product }),
  fields: ({ t }) => ({ body: text({ label: t(texts.answer), required: true, max: maxBody }) }),
  values: () => ({ body: '' }),
  lead: ({ t }) => t(texts.replyLead),
  run: async (shop, tx, id, { body }, { actor }) => {
    const comment = await lockComment(tx, id);
    if (comment?.state !== 'approved') return { ok: false, code: 'COMMENT_NOT_SHOWN', message: shop.t(texts.notShown) };
    await writeReplyOfShop(shop, tx, { id, body, ...toAuthorColumns(actor) });
    return { ok: true, change: { label: `#${id}`, before: null, after: { answer: body } } };
  },
  outcomes: { done: texts.replied },
});
