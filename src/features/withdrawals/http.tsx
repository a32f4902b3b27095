import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findVisibleOrder, showNoAccess } from '#features/orders/index.ts';
import { inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FormProblem } from '#platform/forms/field.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import type { FormReply } from '#platform/http/form-reply.ts';
import { renderPrivatePage } from '#platform/http/private-page.ts';
import type { LimitUse } from '#platform/limits/limits.ts';
import { listNetworkUses } from '#platform/limits/network.ts';
import { createFormSchema, type SentForm } from '#platform/mutations/form-schema.ts';
import { defineMutation, type MutationCall, type Refusal } from '#platform/mutations/mutation.ts';
import { createChoicePage, loadChoice } from './choose-items.tsx';
import { confirmField, createWithdrawalFields, type Declaration, readDeclaration } from './declaration.ts';
import { declareWithdrawal } from './declare.ts';
import { withdrawalErrors } from './errors.ts';
import { ConfirmWithdrawal, WithdrawalDone, WithdrawalForm } from './pages.tsx';
import { orderWithdrawalPath, withdrawalPath } from './paths.ts';
import { withdrawalSettings } from './settings.ts';
import { withdrawalTexts as texts } from './texts.ts';

export function registerWithdrawalRoutes(app: FastifyInstance, shop: Shop): void {
  app.get(withdrawalPath, (request, reply) => showForm(shop, request, reply, {}));
  app.get(orderWithdrawalPath(':token'), (request, reply) => showFormOfOrder(shop, request, reply));
}

function showForm(shop: Shop, request: FastifyRequest, reply: FastifyReply, form: FormBody): Promise<FastifyReply> {
  return renderPrivatePage(shop, request, reply, createFormPage(shop, form, []));
}

function createFormPage(shop: Shop, form: FormBody, problems: readonly FormProblem[]) {
  return { title: shop.t(texts.title), body: <WithdrawalForm shop={shop} form={form} problems={problems} /> };
}

async function showFormOfOrder(shop: Shop, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const access = await findVisibleOrder(shop, request, reply);
  if (!access.ok) return showNoAccess(shop, request, reply, access);
  reply.header('referrer-policy', 'same-origin');
  return renderPrivatePage(shop, request, reply, await createChoicePage(shop, await loadChoice(shop, access.order)));
}

type DeclareResult =
  | { readonly ok: true; readonly step: 'change' }
  | { readonly ok: true; readonly step: 'confirm'; readonly declaration: Declaration }
  | { readonly ok: true; readonly step: 'done'; readonly at: Date }
  | Refusal<'WITHDRAWAL_INVALID', { problems: readonly FormProblem[] }>
  | Refusal<'TOO_MANY_WITHDRAWALS'>;

/**
 * Both steps of the withdrawal function: the form leads to a page with the declaration, whose button
 * confirms it. The answer does not reveal whether the order exists.
 */
export const withdrawMutation = defineMutation({
  name: 'withdrawals.declare',
  description: 'Declares the withdrawal from a contract, in two steps.',
  schema: createFormSchema(({ shop }) => createWithdrawalFields(shop.t)),
  errors: withdrawalErrors,
  limits: { uses: listLimitUses, refuse: () => ({ ok: false, code: 'TOO_MANY_WITHDRAWALS' }), countsFailures: false },
  run: async ({ shop }, sent): Promise<DeclareResult> => {
    if ('withdrawal_change' in sent.form) return { ok: true, step: 'change' };
    const read = readDeclaration(shop.t, sent);
    if (!read.ok) return { ok: false, code: 'WITHDRAWAL_INVALID', problems: read.problems };
    const { declaration } = read;
    if (!(confirmField in sent.form)) return { ok: true, step: 'confirm', declaration };
    const at = await inTransaction(shop.db, (tx) => declareWithdrawal(shop, tx, declaration));
    return { ok: true, step: 'done', at };
  },
  message: ({ shop }, failure) =>
    failure.code === 'TOO_MANY_WITHDRAWALS'
      ? shop.t(texts.tooMany, { email: shop.choices.email })
      : failure.problems.map(({ message }) => message).join(' '),
  form: {
    path: withdrawalPath,
    success: ({ shop }, result, { form }) => createReply(shop, result, form),
    failure: ({ shop }, failure, { form }) => {
      if (failure.code === 'WITHDRAWAL_INVALID') return { page: createFormPage(shop, form, failure.problems) };
      const body = <p className="wrap wrap--text">{shop.t(texts.tooMany, { email: shop.choices.email })}</p>;
      return { page: { title: shop.t(texts.title), body } };
    },
  },
});

function createReply(shop: Shop, result: Extract<DeclareResult, { readonly ok: true }>, form: FormBody): FormReply {
  switch (result.step) {
    case 'change':
      return { page: createFormPage(shop, form, []) };
    case 'confirm':
      return {
        page: {
          title: shop.t(texts.confirmTitle),
          body: <ConfirmWithdrawal shop={shop} declaration={result.declaration} />,
        },
      };
    case 'done':
      return { page: { title: shop.t(texts.doneTitle), body: <WithdrawalDone shop={shop} at={result.at} /> } };
  }
}

const seconds = 60 * 60;

/** Only the second step counts towards the limits. */
function listLimitUses(
  { shop, request }: MutationCall,
  { form, values }: SentForm<{ readonly email: string }>,
): LimitUse[] {
  if (!(confirmField in form)) return [];
  const { network: perNetwork, email: perEmail, all } = shop.settings(withdrawalSettings).perHour;
  const email = values.email.toLowerCase().slice(0, 300);
  return [
    ...listNetworkUses(request, { name: 'withdrawals-network', max: perNetwork, seconds }),
    { limit: { name: 'withdrawals-email', max: perEmail, seconds }, key: email },
    { limit: { name: 'withdrawals', max: all, seconds }, key: '' },
  ];
}
