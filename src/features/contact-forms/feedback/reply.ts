import { z } from 'zod';
import type { ContactForm, FieldErrors, FieldRule } from '#features/form-definitions/index.ts';
import { listFields } from '#features/form-definitions/index.ts';
import type { FormPlacement } from '#features/form-markup/index.ts';
import { formatUnitTag, getControlId, getErrorId } from '#features/form-markup/index.ts';
import type { WireNames } from '#platform/config/wire-names.ts';
import type { Challenges } from '../challenges/challenges.ts';

const captcha = z.record(z.string(), z.string()).optional().describe('Address of the image by field');
const quiz = z
  .record(z.string(), z.tuple([z.string(), z.string()]))
  .optional()
  .describe('Question and hash of the answer by field');

export const refillReply = z.strictObject({ captcha, quiz }).meta({ id: 'ContactFormRefill' });

export const feedbackReply = z
  .strictObject({
    contact_form_id: z.int(),
    status: z.string().describe('`mail_sent`, `validation_failed` …'),
    message: z.string().describe('Plain text'),
    into: z.string().describe('Selector of the form'),
    posted_data_hash: z.string().describe('Empty when nothing was accepted'),
    invalid_fields: z.array(
      z.strictObject({
        field: z.string(),
        message: z.string().describe('HTML without elements'),
        into: z.string().describe('Selector of what is around the field'),
        idref: z.string().nullable().describe('Id of the control'),
        error_id: z.string(),
      }),
    ),
    captcha,
    quiz,
  })
  .meta({ id: 'ContactFormFeedback' });

export type RefillReply = z.infer<typeof refillReply>;
export type FeedbackReply = z.infer<typeof feedbackReply>;

export function formatChallenges({ quizzes, captchas }: Challenges): RefillReply {
  return {
    ...(captchas.size > 0 && { captcha: Object.fromEntries([...captchas].map(([name, { src }]) => [name, src])) }),
    ...(quizzes.size > 0 && {
      quiz: Object.fromEntries(
        [...quizzes].map(([name, { question, answerHash }]) => [name, [question, answerHash] as [string, string]]),
      ),
    }),
  };
}

/**
 * Formats a message as HTML. Scripts of the plugin put it into the list of errors as HTML and into the tip as
 * text.
 */
const formatMessage = (text: string) => text.replace(/&(?=[#a-z])/gi, '&amp;').replaceAll('<', '&lt;');

export const formatRules = (rules: readonly FieldRule[]): FieldRule[] =>
  rules.map((rule) => ({
    ...rule,
    ...(rule.error !== undefined && { error: formatMessage(rule.error) }),
    ...(rule.rules && { rules: formatRules(rule.rules) }),
  }));

interface InvalidFieldsInput {
  readonly form: ContactForm;
  readonly placement: FormPlacement;
  readonly errors: FieldErrors;
}

export function formatErrors(
  { formPrefix }: WireNames,
  { form, placement, errors }: InvalidFieldsInput,
): FeedbackReply['invalid_fields'] {
  const fields = listFields(form.layout).filter(({ kind }) => kind !== 'captcha-image');
  const context = { placement, unitTag: formatUnitTag(formPrefix, placement) };
  return [...errors].map(([field, message]) => {
    const found = fields.find(({ name }) => name === field);
    return {
      field,
      message: formatMessage(message),
      into: `span.${formPrefix}-form-control-wrap[data-name="${field}"]`,
      idref: found ? getControlId(context, found) : null,
      error_id: getErrorId(context, field),
    };
  });
}
