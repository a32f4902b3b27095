import { type Db, sqlQuery } from '#platform/database/database.ts';

export interface AnsweredQuestion {
  readonly id: number;
  readonly question: string;
  readonly answer: string;
}

const selectAnswered = sqlQuery<AnsweredQuestion & { total: number }>(
  'product-questions.find-answered',
  `select id, question, answer, (count(*) over ())::int as total from product_questions
  where product_id = $1 and answer is not null order by answered_at desc, id desc limit $2`,
);

/** @returns the latest answers, and how many there are in all */
export async function findAnsweredQuestions(
  db: Db,
  productId: number,
  max: number,
): Promise<{ readonly questions: readonly AnsweredQuestion[]; readonly total: number }> {
  const rows = await selectAnswered(db, [productId, max]);
  return { questions: rows, total: rows[0]?.total ?? 0 };
}

export interface ListedQuestion {
  readonly id: number;
  readonly question: string;
  readonly product: string;
  readonly askedAt: Date;
  readonly isAnswered: boolean;
}

const selectListed = sqlQuery<ListedQuestion>(
  'product-questions.list-questions',
  `select asked.id, question, products.name as product, asked_at as "askedAt", answer is not null as "isAnswered"
  from product_questions as asked join products on products.id = product_id
  order by answer is not null, case when answer is null then asked_at end, answered_at desc limit $1`,
);

/** @returns those that wait for an answer, the oldest first, then the others, the latest first */
export const listQuestions = (db: Db, max: number): Promise<readonly ListedQuestion[]> => selectListed(db, [max]);

export interface Question {
  readonly id: number;
  readonly question: string;
  readonly answer: string | null;
  /** Null once the answer was mailed. */
  readonly email: string | null;
  readonly product: { readonly name: string; readonly slug: string };
}

const selectQuestion = sqlQuery<Question>(
  'product-questions.get-question',
  `select asked.id, question, answer, email, jsonb_build_object('name', name, 'slug', slug) as product
  from product_questions as asked join products on products.id = product_id where asked.id = $1`,
);

export async function getQuestion(db: Db, id: number): Promise<Question | null> {
  return (await selectQuestion(db, [id]))[0] ?? null;
}
