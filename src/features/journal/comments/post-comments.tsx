import { CommentThreads, commentSettings } from '#features/comments/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { ListPages } from '../pages/post-list.tsx';
import { commentFormPath, commentPageParameter, postPath } from '../paths.ts';
import { journalTexts as texts } from '../texts.ts';
import { CommentForm, fieldNames } from './comment-form.tsx';
import type { ShownComments } from './open-comments.ts';

interface PostCommentsProps {
  readonly shop: Shop;
  readonly post: { readonly id: number; readonly slug: string };
  readonly shown: ShownComments;
  /** Whether readers can write comments. Existing comments are shown either way. */
  readonly isOpen: boolean;
}

/** Shows the approved comments of a post and the form, the same for all readers. */
export function PostComments({ shop, post, shown: { found, page }, isOpen }: PostCommentsProps) {
  const { t } = shop;
  const { total: threadCount, count, threads, answers } = found;
  if (threadCount === 0 && !isOpen) return null;
  const last = Math.ceil(threadCount / shop.settings(commentSettings).perPage);
  const href = (number: number) =>
    `${postPath(post.slug)}${number === 1 ? '' : `?${commentPageParameter}=${number}`}#comments`;
  return (
    <section className="wrap wrap--text post-comments stack" id="comments">
      <h2 className="post__subtitle">{t(texts.comments, { count })}</h2>
      {threadCount === 0 ? (
        <p>{t(texts.noComments)}</p>
      ) : (
        <CommentThreads
          {...{ shop, threads, answers, hasVotes: false }}
          getReplyPath={isOpen ? (id) => `${commentFormPath(post.slug)}?${fieldNames.parent}=${id}` : null}
        />
      )}
      <ListPages {...{ shop, page, last, href, label: t(texts.commentPages) }} />
      {isOpen ? (
        <details className="accordion" id="respond">
          <summary className="accordion__title">{t(texts.writeComment)}</summary>
          <div className="accordion__body">
            <CommentForm shop={shop} post={post} />
          </div>
        </details>
      ) : (
        <p>{t(texts.closed)}</p>
      )}
    </section>
  );
}
