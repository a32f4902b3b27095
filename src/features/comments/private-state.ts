import { renderToStaticMarkup } from 'react-dom/server';
import type { Shop } from '#platform/features/shop.ts';
import type { HintSource } from '#platform/sessions/hint.ts';
import { getOwner, type Owner } from '#platform/sessions/owner.ts';
import type { PrivateStatePart } from '#platform/sessions/private-state.ts';
import { findPrivateComments, findPrivateVersion } from './find-comments.ts';
import { renderOwnParts, renderPendingComment } from './parts/comment-item.tsx';
import { isEditable } from './write/change-comment.ts';

/**
 * `cp` changes whenever the shopper has written: it contains the number of private comments and the time of the last
 * change.
 */
export const readCommentHint = async (shop: Shop, owner: Owner | null) => ({
  cp: (await findPrivateVersion(shop, owner)) ?? '0',
});

export const commentHints: HintSource = {
  names: ['cp'],
  read: (shop, actor) => readCommentHint(shop, getOwner(actor)),
};

/** The author's own comments that wait for approval or can be edited. Cached pages never contain them. */
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
