import type { ReactNode } from 'react';
import type { Shop } from '#platform/features/shop.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { editPath, getCommentElementId, photographPath, reportPath, votePath } from '../contract.ts';
import type { Comment, OwnComment } from '../find-comments.ts';
import { commentTexts as texts } from '../texts.ts';
import { Stars } from './stars.tsx';

/** Renders plain text: markup is shown as it was typed. */
function Paragraphs({ body }: { readonly body: string }) {
  return (
    <div className="comment__body prose">
      {body.split(/\n{2,}/).map((paragraph, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no other identity
        <p key={index}>{paragraph}</p>
      ))}
    </div>
  );
}

function Facts({ shop: { t }, comment }: CommentProps) {
  const { author, isFromShop, isVerified, isEdited, createdAt, bought, source, isSourceVerified } = comment;
  return (
    <p className="comment__facts">
      <strong>{author === '' ? t(texts.nobody) : author}</strong>
      {isFromShop && <span className="flag">{t(texts.fromShop)}</span>}
      {isVerified && <span className="flag">{t(texts.verified)}</span>}
      <time dateTime={createdAt.toISOString()}>{t(texts.writtenOn, { date: createdAt })}</time>
      {isEdited && <span>{t(texts.edited)}</span>}
      {source !== null && <span>{t(isSourceVerified ? texts.importedVerified : texts.importedFrom, { source })}</span>}
      {bought.length > 0 && (
        <span>{t(texts.bought, { options: bought.map(({ name, value }) => `${name}: ${value}`).join(', ') })}</span>
      )}
    </p>
  );
}

function Photographs({ shop: { t }, comment: { photographs, author } }: CommentProps) {
  if (photographs.length === 0) return null;
  return (
    <ul className="comment__photographs">
      {photographs.map(({ id, width, height }, index) => (
        <li key={id}>
          <a href={photographPath(id)} data-lightbox="image">
            <img
              {...{ src: photographPath(id), width, height, loading: 'lazy' }}
              alt={t(texts.photographOf, { number: index + 1, author: author === '' ? t(texts.nobody) : author })}
            />
          </a>
        </li>
      ))}
    </ul>
  );
}

interface CommentProps {
  readonly shop: Pick<Shop, 't'>;
  readonly comment: Comment;
}

export function CommentContent({ shop, comment }: CommentProps) {
  const { stars, title, body } = comment;
  return (
    <>
      {(stars !== null || title !== '') && (
        <p className="comment__head">
          {stars !== null && <Stars t={shop.t} value={stars} />}
          {title !== '' && <strong>{title}</strong>}
        </p>
      )}
      <Facts shop={shop} comment={comment} />
      {body !== '' && <Paragraphs body={body} />}
      <Photographs shop={shop} comment={comment} />
    </>
  );
}

interface ItemProps extends CommentProps {
  /** Path of a page with the answer form, for visitors without scripts; null when answers are not allowed. */
  readonly replyPath: string | null;
  readonly hasVotes: boolean;
  readonly children?: ReactNode;
}

function CommentItem({ shop, comment, replyPath, hasVotes, children }: ItemProps) {
  const { t } = shop;
  const { id, author, helpful, parentId, isFromShop } = comment;
  const name = author === '' ? t(texts.nobody) : author;
  return (
    <li className="comment" id={getCommentElementId(id)} data-comment={id}>
      <article className="comment__article">
        <CommentContent shop={shop} comment={comment} />
        <div className="comment__facts">
          {hasVotes && parentId === null && (
            <form method="post" action={votePath(id)} className="comment__votes" data-vote="">
              <span>{t(texts.wasHelpful, { count: helpful })}</span>
              <Button look="text" name="helpful" value="yes" aria-label={t(texts.helpfulOf, { name })}>
                {t(texts.yes)}
              </Button>
              <Button look="text" name="helpful" value="no" aria-label={t(texts.unhelpfulOf, { name })}>
                {t(texts.no)}
              </Button>
            </form>
          )}
          {replyPath !== null && (
            <ButtonLink look="text" href={replyPath} data-reply={id} aria-label={t(texts.replyTo, { name })}>
              {t(texts.reply)}
            </ButtonLink>
          )}
          {!isFromShop && (
            <ButtonLink look="text" href={reportPath(id)} rel="nofollow" aria-label={t(texts.reportOf, { name })}>
              {t(texts.report)}
            </ButtonLink>
          )}
        </div>
      </article>
      {children}
    </li>
  );
}

/** Renders a comment that waits for approval, for the private state of its author. */
export function renderPendingComment(shop: Pick<Shop, 't'>, comment: OwnComment, isEditable: boolean): ReactNode {
  return (
    <li className="comment comment--pending" id={getCommentElementId(comment.id)}>
      <article className="comment__article">
        <p className="comment__facts">{shop.t(texts.pending)}</p>
        <CommentContent shop={shop} comment={comment} />
        {isEditable && <EditLink shop={shop} comment={comment} />}
      </article>
    </li>
  );
}

/** Renders the private parts of a published comment for its author: a waiting edit, and the link to edit it. */
export function renderOwnParts(shop: Pick<Shop, 't'>, comment: OwnComment, isEditable: boolean): ReactNode {
  const { stars, title, body, isWaiting } = comment;
  return (
    <div className="stack" data-own="">
      {isWaiting && (
        <>
          <p className="comment__facts">{shop.t(texts.pendingEdit)}</p>
          <p className="comment__head">
            {stars !== null && <Stars t={shop.t} value={stars} />}
            {title !== '' && <strong>{title}</strong>}
          </p>
          <Paragraphs body={body} />
        </>
      )}
      {isEditable && <EditLink shop={shop} comment={comment} />}
    </div>
  );
}

function EditLink({ shop: { t }, comment: { id } }: CommentProps) {
  return (
    <p className="comment__facts">
      <a className="button button--text" href={editPath(id)}>
        {t(texts.change)}
      </a>
    </p>
  );
}

interface ThreadsProps {
  readonly shop: Pick<Shop, 't'>;
  readonly threads: readonly Comment[];
  readonly answers: readonly Comment[];
  /** Null when answers are not allowed. */
  readonly getReplyPath: ((id: number) => string) | null;
  /** Whether readers can vote that a comment is helpful. Default: true. */
  readonly hasVotes?: boolean;
}

/** Threads with their answers. An answer is shown only if its parent is. */
export function CommentThreads({ shop, threads, answers, getReplyPath, hasVotes = true }: ThreadsProps) {
  const byParent = Map.groupBy(answers, ({ parentId }) => parentId);
  const renderAll = (comments: readonly Comment[]): ReactNode =>
    comments.map((comment) => {
      const own = byParent.get(comment.id) ?? [];
      return (
        <CommentItem key={comment.id} {...{ shop, comment, hasVotes }} replyPath={getReplyPath?.(comment.id) ?? null}>
          {own.length > 0 && <ol className="comments__answers">{renderAll(own)}</ol>}
        </CommentItem>
      );
    });
  return <ol className="comments">{renderAll(threads)}</ol>;
}
