import type { Shop } from '#platform/features/shop.ts';
import type { FormProblem } from '#platform/forms/field.ts';
import { FormField, FormProblems, RequiredNote } from '#platform/forms/form-fields.tsx';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { fieldNames, writePath } from '../contract.ts';
import { reviewTexts as texts } from '../texts.ts';
import { createWriteFields } from '../write/write-subject.ts';

interface ReviewFormProps {
  readonly shop: Pick<Shop, 't' | 'settings'>;
  readonly product: { readonly id: number; readonly slug: string };
  readonly parentId?: number | null;
  readonly editedId?: number | null;
  readonly link?: { readonly lineId: number; readonly key: string } | null;
  readonly isReply?: boolean;
  /** Whether the shop knows the author's email address. Default: false, as on a cached page. */
  readonly isKnown?: boolean;
  /** Values that were sent before. */
  readonly form?: FormBody;
  readonly problems?: readonly FormProblem[];
  /** Reason of the refusal, when it concerns no field. */
  readonly refusal?: string | undefined;
}

/** Form of a review or an answer. On a product page a script moves the form below the comment that is answered. */
export function ReviewForm(props: ReviewFormProps) {
  const { shop, product, parentId = null, editedId = null, link = null, refusal } = props;
  const { isReply = false, isKnown = false, form = {}, problems = [] } = props;
  const { t } = shop;
  const isEdit = editedId !== null;
  const fields = createWriteFields(shop, { isReply, isEdit, isKnown });
  const state = { t, form, problems };
  return (
    <form
      className="stack"
      id="commentform"
      method="post"
      action={writePath(product.slug)}
      encType="multipart/form-data"
      data-comment-form=""
    >
      <FormProblems state={state} />
      {refusal !== undefined && (
        <Notice kind="error" autoFocus>
          {refusal}
        </Notice>
      )}
      <input type="hidden" name={fieldNames.product} value={product.id} />
      <input type="hidden" name={fieldNames.parent} value={parentId ?? 0} />
      {isEdit && <input type="hidden" name={fieldNames.edited} value={editedId} />}
      {link && <input type="hidden" name={fieldNames.line} value={link.lineId} />}
      {link && <input type="hidden" name={fieldNames.key} value={link.key} />}
      <p hidden>
        <label>
          {t(texts.trap)} <input name={fieldNames.trap} tabIndex={-1} autoComplete="off" />
        </label>
      </p>
      <RequiredNote t={t} />
      {(fields.stars || fields.title) && (
        <div className="stack" data-review-fields="">
          {fields.stars && <FormField field={fields.stars} state={state} />}
          {fields.title && <FormField field={fields.title} state={state} />}
        </div>
      )}
      <FormField field={fields.body} state={state} />
      {fields.photographs && (
        <div data-review-fields="">
          <FormField field={fields.photographs} state={state} />
        </div>
      )}
      {fields.author && <FormField field={fields.author} state={state} />}
      {fields.email && (
        <div data-guest-fields="">
          <FormField field={fields.email} state={state} />
        </div>
      )}
      <p className="comment__head">
        <Button>{t(isEdit ? texts.save : texts.send)}</Button>
        <button className="button button--text" type="button" data-cancel-reply="" hidden>
          {t(texts.cancel)}
        </button>
      </p>
    </form>
  );
}
