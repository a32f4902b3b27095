import { defineErrors } from '#platform/features/error-codes.ts';

export const productQuestionErrors = defineErrors('Product questions', {
  QUESTION_INVALID: {
    status: 422,
    means: 'A field of the question is empty, too long or not valid; the message names it.',
    action: 'Correct it.',
  },
  ANSWER_INVALID: { status: 422, means: 'The answer is empty or too long.', action: 'Correct it.' },
  QUESTIONS_CLOSED: {
    status: 409,
    means: 'The shop takes no questions (`product-questions.isOpen`).',
    action: 'Write to the shop.',
  },
  TOO_MANY_QUESTIONS: {
    status: 429,
    means: 'Too many questions were asked in the last hour (`product-questions.askedPerHour`).',
    action: 'Retry later.',
  },
});
