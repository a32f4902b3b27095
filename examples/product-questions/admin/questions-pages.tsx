import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Shop } from '#platform/features/shop.ts';
import type { FormProblem } from '#platform/forms/field.ts';
import { FormFields, FormProblems } from '#platform/forms/form-fields.tsx';
import { text } from '#platform/forms/kinds.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import { consumeNotices } from '#platform/http/notices.ts';
import { type PrivateView, renderPrivatePage } from '#platform/http/private-page.ts';
import type { Translate } from '#platform/texts/texts.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { adminQuestionPath, adminQuestionsPath, deleteQuestionPath, maxAnswerLength } from '../contract.ts';
import { getQuestion, type ListedQuestion, listQuestions, type Question } from '../read-questions.ts';
import { productQuestionTexts as texts } from '../texts.ts';
import { writeProductQuestions } from './permission.ts';

/** Questions on the list: those that wait come first. */
const maxListed = 200;

const noticeTexts = { answered: texts.wasAnswered, deleted: texts.wasDeleted } as const;

export function registerQuestionPages(app: FastifyInstance, shop: Shop): void {
  const config = { requires: writeProductQuestions.name };
  app.get(adminQuestionsPath, { config }, async (request, reply) => {
    const questions = await listQuestions(shop.db, maxListed);
    const notices = consumeNotices(shop, request, reply, ['answered', 'deleted']);
    const title = shop.t(texts.adminTitle);
    const body = (
      <div className="wrap stack">
        <h1>{title}</h1>
        {notices.map(({ code }) => (
          <Notice kind="success" key={code}>
            {shop.t(noticeTexts[code])}
          </Notice>
        ))}
        {questions.length === 0 ? <p>{shop.t(texts.adminNone)}</p> : <QuestionTable t={shop.t} questions={questions} />}
      </div>
    );
    return renderPrivatePage(shop, request, reply, { layout: 'admin', title, body });
  });
  app.get(adminQuestionPath(':id'), { config }, async (request, reply) => {
    const question = await findQuestion(shop, request);
    if (!question) return reply.callNotFound();
    const form = { answer: question.answer ?? '' };
    return renderPrivatePage(shop, request, reply, renderQuestion(shop, question, { form }));
  });
}

/** @returns the id in the path; null when it is none */
export function readQuestionId({ params }: FastifyRequest): number | null {
  const { id = '' } = params as { readonly id?: string };
  return /^\d{1,15}$/.test(id) ? Number(id) : null;
}

export async function findQuestion(shop: Shop, request: FastifyRequest): Promise<Question | null> {
  const id = readQuestionId(request);
  return id === null ? null : getQuestion(shop.db, id);
}

interface QuestionTableProps {
  readonly t: Translate;
  readonly questions: readonly ListedQuestion[];
}

function QuestionTable({ t, questions }: QuestionTableProps) {
  return (
    <div className="table-scroll">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{t(texts.listedQuestion)}</th>
            <th scope="col">{t(texts.product)}</th>
            <th scope="col">{t(texts.asked)}</th>
            <th scope="col">{t(texts.state)}</th>
          </tr>
        </thead>
        <tbody>
          {questions.map(({ id, question, product, askedAt, isAnswered }) => (
            <tr key={id}>
              <td>
                <a href={adminQuestionPath(id)}>{question}</a>
              </td>
              <td>{product}</td>
              <td>{t(texts.askedOn, { date: askedAt })}</td>
              <td>{t(isAnswered ? texts.isAnswered : texts.waiting)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export const createAnswerFields = (t: Translate) => ({
  answer: text({ label: t(texts.answer), hint: t(texts.answerHint), required: true, max: maxAnswerLength }),
});

interface AnswerState {
  readonly form: FormBody;
  readonly problems?: readonly FormProblem[];
}

/** A question with the forms to answer and to delete it. */
export function renderQuestion(
  { t }: Shop,
  { id, question, product }: Question,
  { form, problems }: AnswerState,
): PrivateView {
  const title = t(texts.adminQuestion, { product: product.name });
  const state = { t, form, problems };
  const body = (
    <div className="wrap wrap--text">
      <PageHead title={title} />
      <div className="stack">
        <div className="prose">
          <p>{question}</p>
        </div>
        <FormProblems state={state} />
        <form className="stack" method="post" action={adminQuestionPath(id)}>
          <FormFields fields={createAnswerFields(t)} state={state} />
          <p>
            <Button>{t(texts.publish)}</Button>
          </p>
        </form>
        <form method="post" action={deleteQuestionPath(id)}>
          <Button look="text">{t(texts.delete)}</Button>
        </form>
      </div>
    </div>
  );
  return { layout: 'admin', title, body };
}
