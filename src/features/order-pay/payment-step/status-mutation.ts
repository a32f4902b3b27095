import { z } from 'zod';
import { readCartHint } from '#features/cart/index.ts';
import { findOrderOfCall } from '#features/orders/index.ts';
import { describeLastFailure } from '#features/payments/index.ts';
import { listNetworkUses } from '#platform/limits/network.ts';
import { defineMutation, type Refusal } from '#platform/mutations/mutation.ts';
import {
  orderKeyField,
  orderTokenField,
  type PaymentStatusReply,
  paymentDoneField,
  paymentStatusCallPath,
} from '../contract.ts';
import { orderPayErrors } from '../errors.ts';
import { orderPayTexts as texts } from '../texts.ts';
import { findPaymentProgress, type PaymentProgress } from './payment-progress.ts';

const statusInput = z.object({
  [orderTokenField]: z.string().max(100).default('').describe('Of the `order` settings'),
  [orderKeyField]: z.string().max(100).default('').describe('Of the `order` settings'),
  [paymentDoneField]: z
    .enum(['', '1'])
    .default('')
    .describe('`1` when the shopper has just done their part: money that was declined is asked for again'),
});

type StatusResult =
  | ({ readonly ok: true } & PaymentProgress)
  | Refusal<'ORDER_UNKNOWN'>
  | Refusal<'TOO_MANY_PAYMENTS', { retryAfter: number }>;

/** Each call may ask the provider; a page calls every four seconds. */
const orderLimit = { name: 'payment-status', seconds: 60, max: 60 };
/** Many shoppers may share a network. */
const networkLimit = { name: 'payment-status-network', seconds: 60, max: 600 };

/**
 * Returns how the payment goes on which the shopper works. A mutation, because asking the provider can change the
 * payment.
 */
export const paymentStatusMutation = defineMutation({
  name: 'order-pay.check-payment',
  description: 'Asks how the payment of an order goes, and which page comes next.',
  schema: statusInput,
  errors: orderPayErrors,
  limits: {
    uses: ({ request }) => listNetworkUses(request, networkLimit),
    refuse: ({ retryAfter }) => ({ ok: false, code: 'TOO_MANY_PAYMENTS', retryAfter }),
    countsFailures: true,
  },
  run: async ({ shop, request }, input): Promise<StatusResult> => {
    const access = await findOrderOfCall(shop, request, {
      token: input[orderTokenField],
      key: input[orderKeyField],
    });
    if (!access.ok) return { ok: false, code: 'ORDER_UNKNOWN' };
    // Only existing orders are counted, so that guessed tokens write nothing.
    const allowance = await shop.limits.consume([{ limit: orderLimit, key: String(access.order.id) }]);
    if (!allowance.ok) return { ok: false, code: 'TOO_MANY_PAYMENTS', retryAfter: allowance.retryAfter };
    const returnedAt = input[paymentDoneField] === '1' ? shop.clock.now() : null;
    return { ok: true, ...(await findPaymentProgress(shop, access.order, returnedAt)) };
  },
  hint: (call, { step }) => (step === null ? readCartHint(call) : null),
  message: ({ shop }, failure) =>
    failure.code === 'ORDER_UNKNOWN'
      ? shop.t(texts.ORDER_UNKNOWN)
      : shop.t(texts.TOO_MANY_PAYMENTS, { minutes: Math.ceil(failure.retryAfter / 60) }),
  json: {
    path: ({ rest }) => paymentStatusCallPath(rest),
    response: z.strictObject({
      isWaiting: z.boolean(),
      redirectTo: z.string(),
      isDeclined: z.boolean(),
      message: z.string().nullable(),
    }),
    success: async ({ shop }, { order, step, path }): Promise<PaymentStatusReply> => ({
      isWaiting: step !== null,
      redirectTo: path,
      isDeclined: step?.isDeclined ?? false,
      message: step?.isDeclined ? await describeLastFailure(shop, shop.t, order.id) : null,
    }),
  },
});
