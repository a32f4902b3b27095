import { randomBytes, randomInt } from 'node:crypto';
import type { FieldOf } from '#features/form-definitions/index.ts';
import type { QuizChallenge } from '#features/form-markup/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { normaliseCode } from '#platform/input/normalise-text.ts';
import { isSigned, sign } from '#platform/sessions/signing.ts';
import { type CheckedChallenge, getLifetime } from './use-challenges.ts';

type QuizField = FieldOf<'quiz'>;

const purpose = 'contact-quiz';

/** Answers are compared without regard to case, width and spaces. */
const normalizeAnswer = (text: string) => normaliseCode(text).toLowerCase().replace(/\s+/g, '');

const createPayload = (formId: number, field: string, answer: string, expires: string, nonce: string) =>
  [formId, field, normalizeAnswer(answer), expires, nonce].join('\n');

/** Picks a question. The hash is keyed and holds its end. */
export function createQuiz(shop: Shop, formId: number, { name, questions }: QuizField): QuizChallenge {
  const { question, answer } = questions[randomInt(questions.length)] ?? { question: '', answer: '' };
  const expires = (shop.clock.now().getTime() + getLifetime(shop)).toString(36);
  const nonce = randomBytes(9).toString('base64url');
  const signature = sign(shop.config.secrets, purpose, createPayload(formId, name, answer, expires, nonce));
  return { question, answerHash: `${expires}.${nonce}.${signature}` };
}

/** A hash is used up by any answer, so that nobody tries answers until one is right. */
export function checkQuiz(
  shop: Shop,
  formId: number,
  { name }: QuizField,
  given: { readonly answer: string; readonly answerHash: string },
): CheckedChallenge {
  const [, expires = '', nonce = '', signature = ''] =
    /^([0-9a-z]{1,10})\.([\w-]{12})\.([\w-]{43})$/.exec(given.answerHash) ?? [];
  const expiresAt = new Date(Number.parseInt(expires, 36));
  const now = shop.clock.now().getTime();
  const isCurrent = expiresAt.getTime() > now && expiresAt.getTime() <= now + getLifetime(shop);
  if (!isCurrent) return { isRight: false, use: null };
  const payload = createPayload(formId, name, given.answer.slice(0, 500), expires, nonce);
  const isRight = isSigned(shop.config.secrets, purpose, payload, signature);
  return { isRight, use: { challenge: `${nonce}.${signature}`, expiresAt } };
}
