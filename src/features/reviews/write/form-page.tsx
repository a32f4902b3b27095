import type { FastifyInstance } from 'fastify';
import { productPath } from '#features/catalog/index.ts';
import { CommentContent, findOwnComment, isEditable } from '#features/comments/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FormProblem } from '#platform/forms/field.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import { type PrivateView, renderPrivatePage } from '#platform/http/private-page.ts';
import { Behaviour } from '#platform/islands/island.tsx';
import { getActor } from '#platform/sessions/actor.ts';
import { getOwner } from '#platform/sessions/owner.ts';
import { Notice } from '#ui/notice.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { fieldNames, formPath, formRoute } from '../contract.ts';
import { ReviewForm } from '../parts/review-form.tsx';
import { reviewTexts as texts } from '../texts.ts';
import { addLink } from './purchases.ts';
import { getFieldOptions, loadWriteSubject, readField, type WriteSubject } from './write-subject.ts';

const styles = 'src/features/reviews/reviews.page.css' as const;

interface FormState {
  readonly form: FormBody;
  readonly problems?: readonly FormProblem[];
  readonly refusal?: string | undefined;
  /** URL at which the author can change the existing review. */
  readonly changePath?: string | null;
}

function BackToProduct({ t, product }: { readonly t: Shop['t']; readonly product: WriteSubject['product'] }) {
  return (
    <p>
      <a href={productPath(product.slug)}>{t(texts.backToProduct, { product: product.name })}</a>
    </p>
  );
}

export function createFormPage(shop: Shop, subject: WriteSubject, { changePath, ...state }: FormState): PrivateView {
  const { t } = shop;
  const { product, parentId, edited, isOpen, link } = subject;
  const { isReply, isEdit, ...known } = getFieldOptions(subject);
  const title = isEdit
    ? t(texts.edit)
    : isReply
      ? t(texts.replyHeading)
      : t(texts.writeAbout, { product: product.name });
  const body = (
    <div className="wrap wrap--text">
      <PageHead title={title} />
      <Behaviour of="reviews/reviews" when="load">
        <div className="stack">
          {isOpen && (!isEdit || edited) ? (
            <ReviewForm
              {...{ shop, product, isReply, link, ...known, ...state }}
              parentId={Number.isNaN(parentId) ? null : parentId}
              editedId={edited?.id ?? null}
            />
          ) : (
            <Notice kind="error">{state.refusal ?? t(isOpen ? texts.EDIT_REFUSED : texts.COMMENTS_CLOSED)}</Notice>
          )}
          {changePath && (
            <p>
              <a href={changePath}>{t(texts.change)}</a>
            </p>
          )}
          <BackToProduct t={t} product={product} />
        </div>
      </Behaviour>
    </div>
  );
  return { title, body, styles };
}

/** @returns null when the comment does not belong to the actor */
async function createSentPage(shop: Shop, subject: WriteSubject, id: string): Promise<PrivateView | null> {
  const { t } = shop;
  const { product, actor, link } = subject;
  const comment = /^[1-9]\d{0,14}$/.test(id)
    ? await findOwnComment(shop.db, getOwner(actor), Number(id), link?.lineId)
    : null;
  if (!comment || comment.productId !== product.id) return null;
  const title = t(texts.sentTitle);
  const body = (
    <div className="wrap wrap--text">
      <PageHead title={title} />
      <div className="stack">
        <Notice kind="success" autoFocus>
          {t(comment.state !== 'approved' ? texts.sentHeld : comment.isWaiting ? texts.sentEdit : texts.sentShown)}
        </Notice>
        <div className="comment comment--pending">
          <div className="comment__article">
            <CommentContent shop={shop} comment={comment} />
          </div>
        </div>
        {isEditable(shop, comment) && (
          <p>
            <a href={addLink(formPath(product.slug), link, { [fieldNames.edited]: String(comment.id) })}>
              {t(texts.change)}
            </a>
          </p>
        )}
        <BackToProduct t={t} product={product} />
      </div>
    </div>
  );
  return { title, body, styles };
}

const toForm = ({ edited, customerName }: WriteSubject): FormBody =>
  edited === null
    ? { [fieldNames.author]: customerName }
    : {
        [fieldNames.stars]: String(edited.stars ?? ''),
        [fieldNames.title]: edited.title,
        [fieldNames.body]: edited.body,
      };

export function registerFormPage(app: FastifyInstance, shop: Shop): void {
  app.get(formRoute, async (request, reply) => {
    const actor = await getActor(shop, request);
    const query = request.query;
    // `replytocom` is WordPress' parameter, which existing scripts of a migrated shop use.
    const parent = readField(query, 'replytocom') || readField(query, fieldNames.parent);
    const input = { ...(query as FormBody), [fieldNames.parent]: parent };
    const slug = readField(request.params, 'slug');
    const asked = await loadWriteSubject(shop, actor, slug, input);
    // A shopper who has already written a review by the link of a mail gets the form to change it.
    const written = asked?.isEdit === false && asked.parentId === null ? asked.link?.reviewId : null;
    const subject = written
      ? await loadWriteSubject(shop, actor, slug, { ...input, [fieldNames.edited]: String(written) })
      : asked;
    if (subject === null) return reply.callStatusPage(404);
    const sent = readField(query, 'sent');
    // Keeps the key of the mailed link, which is part of the URL, from other sites.
    reply.header('referrer-policy', 'same-origin');
    const page = sent === '' ? null : await createSentPage(shop, subject, sent);
    return renderPrivatePage(shop, request, reply, page ?? createFormPage(shop, subject, { form: toForm(subject) }));
  });
}
