import { z } from 'zod';
import { botCheckField, createActorSubject, verifyBotCheck } from '#features/bot-check/index.ts';
import { readCartHint } from '#features/cart/index.ts';
import {
  findOrderOfCall,
  findVisibleOrder,
  type Order,
  type OrderAccess,
  orderPath,
  orderPayPath,
  orderPayStepPath,
} from '#features/orders/index.ts';
import type { NextAction } from '#features/payments/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FormReply } from '#platform/http/form-reply.ts';
import type { LimitUse, RateLimit } from '#platform/limits/limits.ts';
import { getClientNetwork } from '#platform/limits/network.ts';
import { defineMutation, type MutationCall, type Refusal } from '#platform/mutations/mutation.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import { botCheckPurpose, isBotCheckNeeded } from './bot-check.ts';
import {
  type OrderPayReply,
  orderKeyField,
  orderPayCallPath,
  orderTokenField,
  paymentMethodField,
} from './contract.ts';
import { orderPayErrors } from './errors.ts';
import { renderOrderPay } from './order-pay-page.tsx';
import { type PayOrderResult, payOrder } from './pay-order.ts';
import { orderPaySettings } from './settings.ts';
import { orderPayTexts as texts } from './texts.ts';

const payInput = z.object({
  [botCheckField]: z.string().max(4_000).default('').describe('Answer of the check, if the page has one'),
  [paymentMethodField]: z.string().max(50).default('').describe('Id of a payment method that the page offers'),
  [orderTokenField]: z.string().max(100).default('').describe('Of the `order` settings. A form has it in its path'),
  [orderKeyField]: z.string().max(100).default('').describe('Of the `order` settings'),
});

type PayInput = z.infer<typeof payInput>;

type PayResult =
  | (Extract<PayOrderResult, { readonly ok: true }> & { readonly order: Order })
  | (Exclude<Extract<PayOrderResult, { readonly ok: false }>, never> & { readonly order: Order })
  | Refusal<'BOT_CHECK_REQUIRED', { order: Order }>
  | Refusal<'ORDER_UNKNOWN'>
  | Refusal<'TOO_MANY_PAYMENTS', { retryAfter: number }>;

export const payOrderMutation = defineMutation({
  name: 'order-pay.pay-order',
  description: 'Pays an order that exists, or pays it again, with any payment method that is available for it.',
  schema: payInput,
  errors: orderPayErrors,
  limits: {
    uses: listLimitUses,
    refuse: ({ retryAfter }) => ({ ok: false, code: 'TOO_MANY_PAYMENTS', retryAfter }),
    countsFailures: true,
  },
  run: async (call, input): Promise<PayResult> => {
    const { shop, getActor } = call;
    const access = await findOrder(call, input);
    if (!access.ok) return { ok: false, code: 'ORDER_UNKNOWN' };
    const { order } = access;
    const maxOfOrder = shop.settings(orderPaySettings).attemptsPerHour.order;
    // Only existing orders are counted, so that guessed tokens write nothing.
    const uses = maxOfOrder === null ? [] : [{ limit: createLimit('order', maxOfOrder), key: String(order.id) }];
    const allowance = await shop.limits.consume(uses);
    if (!allowance.ok) return { ok: false, code: 'TOO_MANY_PAYMENTS', retryAfter: allowance.retryAfter };
    const actor = await getActor();
    const isRobot = await failsBotCheck(shop, actor, input[botCheckField]);
    if (isRobot) return { ok: false, code: 'BOT_CHECK_REQUIRED', order };
    const { network = null } = actor;
    const result = await payOrder(shop, { orderId: order.id, method: input[paymentMethodField], by: actor, network });
    return { ...result, order };
  },
  hint: readCartHint,
  message: formatFailure,
  form: {
    path: orderPayPath(':token'),
    success: (_, { action, order }) => ({ redirectTo: findNextPath(action, order) }),
    failure: showFailure,
  },
  json: {
    path: ({ rest }) => orderPayCallPath(rest),
    response: z.strictObject({
      redirectTo: z.string().nullable(),
      client: z.record(z.string(), z.unknown()).nullable(),
    }),
    success: (_, { action, order }): OrderPayReply => {
      if (action?.kind === 'client') return { redirectTo: null, client: action.data };
      return { redirectTo: action?.url ?? orderPath(order.token), client: null };
    },
  },
});

function findNextPath(action: NextAction | null, { token }: Order): string {
  if (action === null) return orderPath(token);
  return action.kind === 'redirect' ? action.url : orderPayStepPath(token);
}

async function failsBotCheck(shop: Shop, actor: Actor, answer: string): Promise<boolean> {
  if (!(await isBotCheckNeeded(shop, actor))) return false;
  return (await verifyBotCheck(shop, createActorSubject(botCheckPurpose, actor), { answer })) === 'failed';
}

/** Undefined for a call, whose path has no token. */
function readPathToken({ request }: Pick<MutationCall, 'request'>): string | undefined {
  return (request.params as { readonly token?: string }).token;
}

/** A form names the order in its path, a call names the order in its body. */
function findOrder({ shop, request, reply }: MutationCall, input: PayInput): Promise<OrderAccess> {
  if (readPathToken({ request }) !== undefined) return findVisibleOrder(shop, request, reply);
  return findOrderOfCall(shop, request, { token: input[orderTokenField], key: input[orderKeyField] });
}

const createLimit = (name: string, max: number): RateLimit => ({
  name: `order-payments-${name}`,
  seconds: 60 * 60,
  max,
});

async function listLimitUses({ shop, request, getActor }: MutationCall): Promise<LimitUse[]> {
  const { customer, visitorId } = await getActor();
  const max = shop.settings(orderPaySettings).attemptsPerHour;
  const keys = {
    visitor: customer ? `customer ${customer.id}` : visitorId,
    network: getClientNetwork(request.ip),
  };
  return (['visitor', 'network'] as const).flatMap((name) => {
    const [key, limit] = [keys[name], max[name]];
    if (key === null || limit === null) return [];
    return { limit: createLimit(name, limit), key };
  });
}

type PayFailure = Extract<PayResult, { readonly ok: false }>;

function formatFailure({ shop }: MutationCall, failure: PayFailure): string {
  if (failure.code !== 'TOO_MANY_PAYMENTS') return shop.t(texts[failure.code]);
  return shop.t(texts.TOO_MANY_PAYMENTS, { minutes: Math.ceil(failure.retryAfter / 60) });
}

/**
 * Answers by a redirect, so that reloading or going back sends nothing again. A request over the limit gets the page
 * at once instead, because the page behind a redirect asks the providers.
 */
async function showFailure(call: MutationCall, failure: PayFailure): Promise<FormReply> {
  const { shop, request, reply } = call;
  if (failure.code === 'ORDER_UNKNOWN' || failure.code === 'TOO_MANY_PAYMENTS') {
    const access = await findVisibleOrder(shop, request, reply);
    // The payment page offers a fresh link to the order.
    if (!access.ok || failure.code === 'ORDER_UNKNOWN')
      return { redirectTo: orderPayPath(encodeURIComponent(readPathToken(call) ?? '')) };
    const page = await renderOrderPay(shop, access.order, await call.getActor(), formatFailure(call, failure));
    return { page, headers: { 'referrer-policy': 'same-origin' } };
  }
  const { code, order } = failure;
  // The page of the order shows the reason.
  if (code === 'ORDER_PAID' || code === 'ORDER_NOT_PAYABLE' || code === 'EVENT_STARTED')
    return { redirectTo: orderPath(order.token) };
  return { redirectTo: orderPayPath(order.token), notices: [{ code }] };
}
