import {
  type ContactForm,
  type FieldErrors,
  type FormMessages,
  getCaptchaChallengeName,
  getQuizAnswerName,
  hasQuiz,
  listFields,
  type NamedField,
} from '#features/form-definitions/index.ts';
import type { CaptchaChallenge, QuizChallenge } from '#features/form-markup/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import { getText } from '../feedback/read-submission.ts';
import { checkCaptcha, createCaptcha } from './captcha.ts';
import { checkQuiz, createQuiz } from './quiz.ts';
import { type CheckedChallenge, recordChallengeUses } from './use-challenges.ts';

export interface Challenges {
  readonly quizzes: ReadonlyMap<string, QuizChallenge>;
  readonly captchas: ReadonlyMap<string, CaptchaChallenge>;
}

export function createChallenges(shop: Shop, formId: number, fields: readonly NamedField[]): Challenges {
  const quizzes = new Map<string, QuizChallenge>();
  const captchas = new Map<string, CaptchaChallenge>();
  for (const field of fields) {
    if (field.kind === 'quiz') quizzes.set(field.name, createQuiz(shop, formId, field));
    else if (field.kind === 'captcha-image') captchas.set(field.name, createCaptcha(shop, formId, field));
  }
  return { quizzes, captchas };
}

/** Checks the answers of quizzes and captchas. Each challenge takes one answer, right or wrong. */
export async function checkChallenges(
  shop: Shop,
  { id, layout }: ContactForm,
  { body, hidden, messages }: { body: FormBody; hidden: ReadonlySet<string>; messages: FormMessages },
): Promise<FieldErrors> {
  const { formPrefix } = shop.wire;
  const fields = listFields(layout);
  const isImageOptional = hasQuiz(fields, hidden);
  const answered = fields.flatMap((field) => {
    if (hidden.has(field.name)) return [];
    const answer = getText(body, field.name);
    if (field.kind === 'quiz') {
      const answerHash = getText(body, getQuizAnswerName(formPrefix, field.name));
      const checked = checkQuiz(shop, id, field, { answer, answerHash });
      return [{ field: field.name, ...checked, error: messages.quiz_answer_not_correct }];
    }
    if (field.kind === 'captcha') {
      if (isImageOptional && answer.trim() === '') return [];
      const challenge = getText(body, getCaptchaChallengeName(formPrefix, field.name));
      const checked = checkCaptcha(shop, id, field.name, { answer, challenge });
      return [{ field: field.name, ...checked, error: messages.captcha_not_match }];
    }
    return [];
  });
  const fresh = await recordChallengeUses(
    shop.db,
    answered.flatMap(({ use }) => use ?? []),
  );
  const hasPassed = ({ isRight, use }: CheckedChallenge) => isRight && use !== null && fresh.has(use.challenge);
  return new Map(answered.flatMap((each) => (hasPassed(each) ? [] : [[each.field, each.error] as const])));
}
