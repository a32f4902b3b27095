import { z } from 'zod';
import { inTransaction } from '#platform/database/database.ts';
import { createSubjectFormSchema } from '#platform/mutations/form-schema.ts';
import { defineMutation } from '#platform/mutations/mutation.ts';
import { answerQuestion, deleteQuestion } from '../change-questions.ts';
import { adminQuestionPath, adminQuestionsPath, deleteQuestionPath } from '../contract.ts';
import { productQuestionErrors } from '../errors.ts';
import { writeProductQuestions } from './permission.ts';
import { createAnswerFields, findQuestion, readQuestionId, renderQuestion } from './questions-pages.tsx';

/** Publishes or changes the answer to a question. */
export const answerQuestionMutation = defineMutation({
  name: 'product-questions.answer-question',
  description: 'Answers a question about a product. The first answer is mailed to who asked.',
  schema: createSubjectFormSchema(
    ({ shop, request }) => findQuestion(shop, request),
    ({ shop }) => createAnswerFields(shop.t),
  ),
  requires: writeProductQuestions.name,
  errors: productQuestionErrors,
  run: async ({ shop }, { subject, values, problems }) => {
    if (!subject) return { ok: false, code: 'not_found' };
    if (problems.length > 0) return { ok: false, code: 'ANSWER_INVALID' };
    return inTransaction(shop.db, (tx) => answerQuestion(shop, tx, subject.id, values.answer));
  },
  form: {
    path: adminQuestionPath(':id'),
    success: () => ({ redirectTo: adminQuestionsPath, notices: [{ code: 'answered' }] }),
    failure: ({ shop }, _, { subject: question, form, problems }) =>
      question ? { page: renderQuestion(shop, question, { form, problems }) } : { redirectTo: adminQuestionsPath },
  },
});

/** Deletes a question with its answer. */
export const deleteQuestionMutation = defineMutation({
  name: 'product-questions.delete-question',
  description: 'Deletes a question about a product, and its answer.',
  schema: z.object({}),
  requires: writeProductQuestions.name,
  run: async ({ shop, request }) => {
    const id = readQuestionId(request);
    if (id === null) return { ok: false, code: 'not_found' };
    return inTransaction(shop.db, (tx) => deleteQuestion(shop, tx, id));
  },
  form: {
    path: deleteQuestionPath(':id'),
    success: () => ({ redirectTo: adminQuestionsPath, notices: [{ code: 'deleted' }] }),
  },
});
