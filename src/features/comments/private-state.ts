import { renderToStaticMarkup } from 'react-dom/server';
import type { Shop } from '#platform/features/shop.ts';
import type { HintSource } from '#platform/sessions/hint.ts';
import { getOwner, type Owner } from '#platform/sessions/owner.ts';
import type { PrivateStatePart } from '#platform/sessions/private-state.ts';
import { countPendingComments, findPendingComments } from './find-comments.ts';
import { renderPendingComment } from './parts/comment-item.tsx';

/** `cp`: how many texts of the shopper wait for approval. */
export const readCommentHint = async ({ db }: Shop, owner: Owner | null) => ({
  cp: String(await countPendingComments(db, owner)),
});

export const commentHints: HintSource = {
  names: ['cp'],
  read: (shop, actor) => readCommentHint(shop, getOwner(actor)),
};

/** What waits for approval, for its author alone: cached pages never have it. */
export const commentState: PrivateStatePart = {
  name: 'comments',
  async read(shop, actor, { cp }) {
    const comments = cp === '0' ? [] : await findPendingComments(shop.db, getOwner(actor));
    return {
      pending: comments.map((comment) => ({
        ...{ id: comment.id, productId: comment.productId, parentId: comment.parentId },
        html: renderToStaticMarkup(renderPendingComment(shop, comment)),
      })),
    };
  },
};
