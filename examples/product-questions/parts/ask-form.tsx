import type { Shop } from '#platform/features/shop.ts';
import { type FormField as Field, type FormProblem, getFieldState } from '#platform/forms/fields.ts';
import { formTexts } from '#platform/forms/texts.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import { Behaviour } from '#platform/islands/island.tsx';
import { maxEmailLength } from '#platform/mail/email-address.ts';
import type { Translate } from '#platform/texts/texts.ts';
import { Button } from '#ui/button.tsx';
import { FormField, FormProblems } from '#ui/form-field.tsx';
import { Notice } from '#ui/notice.tsx';
import { askCallPath, maxQuestionLength, questionsPath } from '../contract.ts';
import { productQuestionTexts as texts } from '../texts.ts';

/** Names are ids, and the page of a product has other forms. */
export const createAskFields = (t: Translate) =>
  ({
    question: {
      name: 'question_text',
      kind: 'text',
      label: t(texts.question),
      required: true,
      max: maxQuestionLength,
    },
    email: {
      name: 'question_email',
      kind: 'email',
      label: t(texts.email),
      hint: t(texts.emailHint),
      required: true,
      max: maxEmailLength,
      autoComplete: 'email',
    },
  }) as const satisfies Record<string, Field>;

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
  const fields = createAskFields(t);
  return (
    <Behaviour of="product-questions/ask-form" when="visible">
      <form className="stack" method="post" action={questionsPath(slug)} data-call={askCallPath(wire.rest, slug)}>
        <FormProblems title={t(formTexts.problemsTitle)} problems={problems} />
        {refusal !== undefined && <Notice kind="error">{refusal}</Notice>}
        <div data-refused="" hidden>
          <Notice kind="error">{t(texts.TOO_MANY_QUESTIONS)}</Notice>
        </div>
        <FormField field={fields.question} {...getFieldState(form, problems, fields.question)} />
        <FormField field={fields.email} {...getFieldState(form, problems, fields.email)} />
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
