import { renderToStaticMarkup } from 'react-dom/server';
import type { Shop } from '#platform/features/shop.ts';
import type { HintSource } from '#platform/sessions/hint.ts';
import { getOwner, type Owner } from '#platform/sessions/owner.ts';
import type { PrivateStatePart } from '#platform/sessions/private-state.ts';
import { countPrivateComments, findPrivateComments } from './find-comments.ts';
import { renderOwnParts, renderPendingComment } from './parts/comment-item.tsx';
import { isEditable } from './write/change-comment.ts';

/** `cp`: how many texts of the shopper wait for approval or can be changed. */
export const readCommentHint = async (shop: Shop, owner: Owner | null) => ({
  cp: String(await countPrivateComments(shop, owner)),
});

export const commentHints: HintSource = {
  names: ['cp'],
  read: (shop, actor) => readCommentHint(shop, getOwner(actor)),
};

/** What waits for approval and what can be changed, for its author alone: cached pages never have it. */
export const commentState: PrivateStatePart = {
  name: 'comments',
  async read(shop, actor, { cp }) {
    const comments = cp === '0' ? [] : await findPrivateComments(shop, getOwner(actor));
    return {
      own: comments.map((comment) => {
        const isShown = comment.state === 'approved';
        const render = isShown ? renderOwnParts : renderPendingComment;
        return {
          ...{ id: comment.id, productId: comment.productId, parentId: comment.parentId, isShown },
          html: renderToStaticMarkup(render(shop, comment, isEditable(shop, comment))),
        };
      }),
    };
  },
};
