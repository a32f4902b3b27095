import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { getProductView } from '#features/catalog/index.ts';
import { inTransaction } from '#platform/database/database.ts';
import type { FormReply } from '#platform/http/form-reply.ts';
import type { LimitUse } from '#platform/limits/limits.ts';
import { getClientNetwork } from '#platform/limits/network.ts';
import { createFormSchema, type SentForm } from '#platform/mutations/form-schema.ts';
import { defineMutation, type MutationCall } from '#platform/mutations/mutation.ts';
import { askQuestion } from './change-questions.ts';
import { questionsPath, questionsRoute } from './contract.ts';
import { productQuestionErrors } from './errors.ts';
import { renderQuestions } from './pages/questions-page.tsx';
import { createAskFields } from './parts/ask-form.tsx';
import { productQuestionSettings } from './settings.ts';
import { productQuestionTexts as texts } from './texts.ts';

interface AskFailure {
  readonly ok: false;
  readonly code: 'QUESTION_INVALID' | 'QUESTIONS_CLOSED' | 'TOO_MANY_QUESTIONS' | 'not_found';
}

type AskResult = { readonly ok: true; readonly slug: string } | AskFailure;

/** Asks about the product that the path names. */
export const askQuestionMutation = defineMutation({
  name: 'product-questions.ask-question',
  description: 'Asks the shop a question about a product.',
  schema: createFormSchema(({ shop }) => createAskFields(shop.t)),
  errors: productQuestionErrors,
  limits: {
    uses: getLimitUses,
    refuse: () => ({ ok: false, code: 'TOO_MANY_QUESTIONS' }),
    countsFailures: false,
  },
  async run({ shop, request }, { values, problems }): Promise<AskResult> {
    const product = await findProduct(shop, request);
    if (!product) return { ok: false, code: 'not_found' };
    if (!shop.settings(productQuestionSettings).isOpen) return { ok: false, code: 'QUESTIONS_CLOSED' };
    if (problems.length > 0) return { ok: false, code: 'QUESTION_INVALID' };
    await inTransaction(shop.db, (tx) => askQuestion(shop, tx, { ...values, productId: product.id }));
    return { ok: true, slug: product.slug };
  },
  message: formatFailure,
  form: {
    path: questionsRoute,
    success: (_, { slug }) => ({ redirectTo: `${questionsPath(slug)}?sent=1` }),
    failure: showFormAgain,
  },
  json: {
    path: ({ rest }) => `${rest}${questionsRoute}`,
    response: z.strictObject({ message: z.string() }),
    success: ({ shop }) => ({ message: shop.t(texts.thanks) }),
  },
});

const hourSeconds = 60 * 60;

function getLimitUses({ shop, request }: MutationCall): LimitUse[] {
  const { network: perNetwork, all } = shop.settings(productQuestionSettings).askedPerHour;
  const network = getClientNetwork(request.ip);
  const inAll = { limit: { name: 'questions', max: all, seconds: hourSeconds }, key: '' };
  if (network === null) return [inAll];
  return [{ limit: { name: 'questions-network', max: perNetwork, seconds: hourSeconds }, key: network }, inAll];
}

function findProduct(shop: MutationCall['shop'], { params }: FastifyRequest) {
  const { slug = '' } = params as { readonly slug?: string };
  return getProductView(shop.db, { locale: shop.choices.locale, slug }, shop.clock.now());
}

function formatFailure({ shop }: MutationCall, { code }: AskFailure, { problems }: SentForm<unknown>): string {
  if (code === 'QUESTION_INVALID') return problems.map(({ message }) => message).join(' ');
  return code === 'not_found' ? '' : shop.t(texts[code]);
}

async function showFormAgain(call: MutationCall, failure: AskFailure, sent: SentForm<unknown>): Promise<FormReply> {
  const { shop, request } = call;
  const product = await findProduct(shop, request);
  if (!product) return { redirectTo: '/' };
  const { form, problems } = sent;
  const reason = failure.code === 'QUESTION_INVALID' ? { problems } : { refusal: formatFailure(call, failure, sent) };
  return { page: await renderQuestions(shop, product, { form, ...reason }) };
}
