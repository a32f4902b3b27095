import type { Shop } from '#platform/features/shop.ts';
import type { FormProblem } from '#platform/forms/field.ts';
import { FormFields, FormProblems } from '#platform/forms/form-fields.tsx';
import { email, text } from '#platform/forms/kinds.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import { Behaviour } from '#platform/islands/island.tsx';
import type { Translate } from '#platform/texts/texts.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { askCallPath, maxQuestionLength, questionsPath } from '../contract.ts';
import { productQuestionTexts as texts } from '../texts.ts';

/** Names are ids, and the page of a product has other forms. */
export const createAskFields = (t: Translate) => ({
  question: text({ name: 'question_text', label: t(texts.question), required: true, max: maxQuestionLength }),
  email: email({
    ...{ name: 'question_email', label: t(texts.email), hint: t(texts.emailHint), required: true },
    autoComplete: 'email',
  }),
});

interface AskFormProps {
  readonly shop: Shop;
  readonly slug: string;
  /** What was typed before. */
  readonly form?: FormBody;
  readonly problems?: readonly FormProblem[];
  /** Why the question was refused, when no field is the reason. */
  readonly refusal?: string | undefined;
}

/** The form to ask a question. With script it is sent by a call, and the page stays. */
export function AskForm({ shop, slug, form = {}, problems = [], refusal }: AskFormProps) {
  const { t, wire } = shop;
  const state = { t, form, problems };
  return (
    <Behaviour of="product-questions/ask-form" when="visible">
      <form className="stack" method="post" action={questionsPath(slug)} data-call={askCallPath(wire.rest, slug)}>
        <FormProblems state={state} />
        {refusal !== undefined && <Notice kind="error">{refusal}</Notice>}
        <div data-refused="" hidden>
          <Notice kind="error">{t(texts.TOO_MANY_QUESTIONS)}</Notice>
        </div>
        <FormFields fields={createAskFields(t)} state={state} />
        <p>
          <Button look="quiet">{t(texts.send)}</Button>
        </p>
      </form>
      <div data-sent="" hidden>
        <Notice kind="success">{t(texts.thanks)}</Notice>
      </div>
    </Behaviour>
  );
}
