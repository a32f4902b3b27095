import { maxAuthor, maxBody } from '#features/comments/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FormProblem } from '#platform/forms/field.ts';
import { FormFields, FormProblems } from '#platform/forms/form-fields.tsx';
import { email, line, text } from '#platform/forms/kinds.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { commentFormPath } from '../paths.ts';
import { journalTexts as texts } from '../texts.ts';

/** Field names of WordPress, which scripts of a shop that moved here may use. */
export const fieldNames = { post: 'comment_post_ID', parent: 'comment_parent', trap: 'url' } as const;

/** @param isKnown whether the shop knows the email address from the reader's account */
export const createCommentFields = ({ t }: Pick<Shop, 't'>, isKnown: boolean) => ({
  body: text({ name: 'comment', label: t(texts.body), required: true, max: maxBody }),
  author: line({
    ...{ name: 'author', label: t(texts.author), hint: t(texts.authorHint), required: true, max: maxAuthor },
    autoComplete: 'nickname',
  }),
  email: isKnown
    ? null
    : email({
        ...{ name: 'email', label: t(texts.email), hint: t(texts.emailHint), required: true },
        autoComplete: 'email',
      }),
});

export interface CommentFormProps {
  readonly shop: Pick<Shop, 't'>;
  readonly post: { readonly id: number; readonly slug: string };
  readonly parentId?: number | null;
  readonly isKnown?: boolean;
  /** Values of an earlier submission. */
  readonly form?: FormBody;
  readonly problems?: readonly FormProblem[];
  /** Why the comment was refused, when no field is the reason. */
  readonly refusal?: string | undefined;
}

/** Form for a comment. On a cached page it is the same for all readers. */
export function CommentForm(props: CommentFormProps) {
  const { shop, post, parentId = null, isKnown = false, form = {}, problems = [], refusal } = props;
  const state = { t: shop.t, form, problems };
  return (
    <form className="stack" method="post" action={commentFormPath(post.slug)}>
      <FormProblems state={state} />
      {refusal !== undefined && (
        <Notice kind="error" autoFocus>
          {refusal}
        </Notice>
      )}
      <input type="hidden" name={fieldNames.post} value={post.id} />
      <input type="hidden" name={fieldNames.parent} value={parentId ?? 0} />
      <p hidden>
        <label>
          {shop.t(texts.trap)} <input name={fieldNames.trap} tabIndex={-1} autoComplete="off" />
        </label>
      </p>
      <FormFields fields={createCommentFields(shop, isKnown)} state={state} />
      <p>
        <Button>{shop.t(texts.send)}</Button>
      </p>
    </form>
  );
}
