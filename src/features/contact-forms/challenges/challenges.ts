import type { NamedField } from '#features/form-definitions/index.ts';
import type { CaptchaChallenge, QuizChallenge } from '#features/form-markup/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { createCaptcha } from './captcha.ts';
import { createQuiz } from './quiz.ts';

/** New challenges of all quizzes and captchas of a form, by field. */
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
